/** Lets the database learn how much there is of what, while a scan makes it more. */
export interface FreshStatistics {
  /** So many books have been written. */
  written(books: number): void
  /** Comes back when what was begun has been done, and done once more if anything was written since that. */
  finish(): Promise<void>
}

/**
 * Without statistics a database guesses, and PostgreSQL keeps plans that it made for tables that were still empty until it has
 * some. Its own way of coming by them looks each minute, SQLite's when the server stops: a first scan is long over by then. So
 * they are made after each so many books; a scan of fewer never has them made. `refresh` skips tables that have not grown.
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
