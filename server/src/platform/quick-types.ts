/** A task that takes less than this on average is quick. */
const QUICK_MS = 5
/** Quick tasks are claimed ahead for so much time of all slots together, */
const AHEAD_MS = 25
/** and never more than so many. */
const MAX_AHEAD = 128
/** Share of the newest duration in the average. */
const SHARE = 0.2
/** Runs of a type before it may be called quick. */
const FEW = 3

/**
 * Knows which types of tasks take next to no time. For those the way to the database and back is longer than the work,
 * so a worker takes several at once.
 */
export interface QuickTypes {
  ended(type: string, ms: number): void
  /** Of these types the quick ones. */
  among(types: readonly string[]): readonly string[]
  /** How many quick tasks to hold for so many slots. */
  ahead(slots: number): number
}

export function createQuickTypes(): QuickTypes {
  const known = new Map<string, { runs: number; averageMs: number }>()
  const isQuick = (type: string) => {
    const one = known.get(type)
    return one !== undefined && one.runs >= FEW && one.averageMs < QUICK_MS
  }
  return {
    ended(type, ms) {
      const one = known.get(type) ?? { runs: 0, averageMs: ms }
      known.set(type, { runs: one.runs + 1, averageMs: one.averageMs + (ms - one.averageMs) * SHARE })
    },
    among: types => types.filter(isQuick),
    ahead(slots) {
      const slowest = Math.max(
        0.01,
        ...[...known.values()].filter(one => one.averageMs < QUICK_MS).map(one => one.averageMs),
      )
      return Math.min(MAX_AHEAD, Math.floor((AHEAD_MS * slots) / slowest))
    },
  }
}
