/** A task that takes less than this on average is quick. */
const QUICK_MS = 5
/** Quick tasks are claimed ahead for this time of all slots together, */
const AHEAD_MS = 25
/** but at most this number. */
const MAX_AHEAD = 128
/** Weight of the newest duration in the average. */
const SHARE = 0.2
/** Minimum number of runs of a type to be called quick. */
const FEW = 3

/**
 * Tracks which types of tasks are very short. For those a round trip to the database takes longer than the work, so a
 * worker claims several at once.
 */
export interface QuickTypes {
  ended(type: string, ms: number): void
  /** The quick ones of these types. */
  among(types: readonly string[]): readonly string[]
  /** How many quick tasks to claim for a number of slots. */
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
