/**
 * Target duration of a transaction: short ones are dominated by their fixed cost. SQLite runs in the serving thread
 * with one writer; on PostgreSQL others can write other rows meanwhile.
 */
const AIM_MS = { sqlite: 60, postgres: 400 }
const FIRST = 20
const MOST = 60
/**
 * Characters of an action, as JSON, that the first transaction writes: 500 names for each of 20 books would take most
 * of a second.
 */
const FIRST_CHARACTERS = 4_000

/** Number of books or series in the next transaction, adapted to the duration of the previous ones. */
export interface ChunkSize {
  readonly size: number
  /** Runs one transaction of that size, and measures it. */
  timed<T>(run: () => Promise<T>): Promise<T>
}

/** Starts smaller, the more an action writes per item. */
export function chunkSize(
  kind: 'sqlite' | 'postgres',
  action: string,
  now: () => number = () => performance.now(),
): ChunkSize {
  const aimMs = AIM_MS[kind]
  let size = Math.max(1, Math.min(FIRST, Math.floor(FIRST_CHARACTERS / Math.max(1, action.length))))
  return {
    get size() {
      return size
    },
    async timed(run) {
      const began = now()
      const result = await run()
      size = nextSize(size, now() - began, aimMs)
      return result
    },
  }
}

/**
 * As many as would have taken the target time, but between half and twice as many: one slow commit is not significant.
 */
export function nextSize(size: number, ms: number, aimMs: number): number {
  const factor = Math.min(2, Math.max(0.5, aimMs / Math.max(1, ms)))
  return Math.min(MOST, Math.max(1, Math.floor(size * factor)))
}
