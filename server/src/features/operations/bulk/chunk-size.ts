/**
 * A transaction should take so long: a short one has its fixed cost. SQLite works in the serving thread and has one writer;
 * PostgreSQL lets others write other rows meanwhile.
 */
const AIM_MS = { sqlite: 60, postgres: 400 }
const FIRST = 20
const MOST = 60
/** Characters of an action, as JSON, that the first transaction writes: 500 names for each of 20 books would take most of a second. */
const FIRST_CHARACTERS = 4_000

/** How many books or series the next transaction takes: by how long those before took. */
export interface ChunkSize {
  readonly size: number
  /** Runs one transaction of that many, and learns from it. */
  timed<T>(run: () => Promise<T>): Promise<T>
}

/** Begins with fewer, the more an action writes to each. */
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

/** Twice as many after a quick one, half after a slow one. */
export function nextSize(size: number, ms: number, aimMs: number): number {
  if (ms > 2 * aimMs) return Math.max(1, Math.floor(size / 2))
  return ms < aimMs ? Math.min(MOST, size * 2) : size
}
