/** Maximum books or series whose files are deleted by one request, and maximum books of those series. */
export const MOST_DELETED = { books: 500, series: 100, booksOfSeries: 2_000 } as const
