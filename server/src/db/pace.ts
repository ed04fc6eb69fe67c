/** A transaction runs this long before it yields. */
const WORK_MS = 20

/** Runs between the statements of a transaction in the serving thread. */
export interface Pace {
  /** The transaction begins. */
  begun(): void
  /** Yields to requests when the transaction has run for long. */
  beforeStatement(): Promise<void>
}

/**
 * SQLite runs in the serving thread, so a long transaction yields between its statements. It keeps its lock meanwhile.
 */
export function createPace(): Pace {
  let since = 0
  return {
    begun() {
      since = performance.now()
    },
    async beforeStatement() {
      if (performance.now() - since < WORK_MS) return
      await new Promise(resolve => setImmediate(resolve))
      since = performance.now()
    },
  }
}
