/** Maximum books or series whose files are deleted by one request. */
export const MOST_DELETED = { books: 500, series: 100 } as const
