/** A transaction works so long before others get a turn. */
const WORK_MS = 20

/** Between the statements of a transaction that runs in the serving thread. */
export interface Pace {
  /** The transaction begins now. */
  begun(): void
  /** Lets requests go first when the transaction has worked for long. */
  beforeStatement(): Promise<void>
}

/** SQLite runs in the serving thread, so a long transaction yields between its statements. It keeps its lock. */
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
