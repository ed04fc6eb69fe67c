import { appendFileSync } from 'node:fs'

/**
 * Sent and acknowledged values, recorded outside of the server under test. An acknowledged value must be there
 * afterwards, unless a later one replaced it.
 */
export interface Acknowledged {
  /** Records a sent value; call the result when it was acknowledged. Each key has one writer, which waits. */
  readonly send: (key: string, value: string) => () => void
  /** How many were acknowledged. */
  readonly count: () => number
  /** A number that grows with each value that is sent under a key. */
  readonly lastSent: (key: string) => number
  /** Keys with an acknowledged value, and the values possible now. */
  readonly expected: () => ReadonlyMap<string, readonly string[]>
}

export function createAcknowledged(file: string): Acknowledged {
  const possible = new Map<string, { readonly value: string; readonly number: number }[]>()
  const certain = new Set<string>()
  const last = new Map<string, number>()
  let sent = 0
  let acknowledged = 0
  const note = (line: object) => appendFileSync(file, `${JSON.stringify({ at: Date.now(), ...line })}\n`)
  return {
    send: (key, value) => {
      const number = ++sent
      last.set(key, number)
      note({ sent: key, value })
      possible.set(key, [...(possible.get(key) ?? []), { value, number }])
      return () => {
        note({ acknowledged: key, value })
        acknowledged++
        certain.add(key)
        // Whatever was sent before is over.
        possible.set(
          key,
          (possible.get(key) ?? []).filter(each => each.number >= number),
        )
      }
    },
    count: () => acknowledged,
    lastSent: key => last.get(key) ?? 0,
    expected: () =>
      new Map([...certain].map(key => [key, (possible.get(key) ?? []).map(({ value }) => value)] as const)),
  }
}

/** A sentence for each lost acknowledged value. */
export function lost(acknowledged: Acknowledged, actual: ReadonlyMap<string, string>): readonly string[] {
  return [...acknowledged.expected()].flatMap(([key, possible]) => {
    const there = actual.get(key)
    if (there !== undefined && possible.includes(there)) return []
    return [`lost: ${key} was acknowledged as ${possible.join(' or ')}, it is ${there ?? 'not there'}`]
  })
}
