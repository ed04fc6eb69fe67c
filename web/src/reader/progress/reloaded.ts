const SAVED_AS = 'octavo.reading'

/** Remembers for this tab which book it has turned pages of; null when the book is closed. */
export function rememberTurned(bookId: string | null): void {
  try {
    if (bookId === null) sessionStorage.removeItem(SAVED_AS)
    else sessionStorage.setItem(SAVED_AS, bookId)
  } catch {
    // Without storage, a reload of a finished book opens it at its beginning.
  }
}

/** Whether the page was reloaded, by the reader or by the browser, while it showed a book that was read in this tab. */
export function wasReloadedIn(bookId: string): boolean {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (opened?.type !== 'reload') return false
  try {
    return sessionStorage.getItem(SAVED_AS) === bookId
  } catch {
    return false
  }
}
