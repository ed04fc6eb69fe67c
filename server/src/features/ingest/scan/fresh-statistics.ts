/** Updates the database's statistics during a large scan. */
export interface FreshStatistics {
  /** Reports written books. */
  written(books: number): void
  /** Resolves when the running update is done, and one more if anything was written since it began. */
  finish(): Promise<void>
}

/**
 * Without statistics a database guesses, and PostgreSQL reuses plans made for empty tables. Autovacuum checks each
 * minute, SQLite's optimize runs at the stop: too late for a first scan. So statistics are updated after every so many
 * books; smaller scans skip this. `refresh` skips tables that have not grown.
 */
export function createFreshStatistics(everyBooks: number, refresh: () => Promise<void>): FreshStatistics {
  let since = 0
  let any = false
  let running: Promise<void> | null = null
  function begin(): void {
    since = 0
    any = true
    running ??= refresh().finally(() => {
      running = null
    })
  }
  return {
    written(books) {
      since += books
      if (since >= everyBooks) begin()
    },
    async finish() {
      await running
      if (any && since > 0) begin()
      await running
    },
  }
}
