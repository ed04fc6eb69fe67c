/** Pseudo-random numbers, the same for the same seed. */
export interface Random {
  /** From 0 up to, not including, 1. */
  readonly next: () => number
  /** A whole number from 0 up to, not including, `below`. */
  readonly whole: (below: number) => number
  readonly pick: <T>(items: readonly T[]) => T
  /** An independent source, so that draws of one part do not shift those of another. */
  readonly branch: (name: string) => Random
}

/** Mulberry32 (public domain, Tommy Ettinger): enough for choosing moments and victims. */
export function random(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (below: number) => Math.floor(next() * below)
  return {
    next,
    whole,
    pick: items => {
      const item = items[whole(items.length)]
      if (item === undefined) throw new Error('There is nothing to pick from')
      return item
    },
    branch: name => random(Number(BigInt(Bun.hash(`${seed} ${name}`)) & 0xffffffffn)),
  }
}
