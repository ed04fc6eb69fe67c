/** Books whose series one statement updates: SQLite yields to requests only between statements. */
const MOST_BOOKS = 200

/** The keys of series in chunks of similar size. */
export function* partsByBooks(
  series: Iterable<{ readonly pk: number; readonly book_count: number }>,
): Generator<readonly number[]> {
  let part: number[] = []
  let books = 0
  for (const { pk, book_count } of series) {
    if (part.length > 0 && books + book_count > MOST_BOOKS) {
      yield part
      part = []
      books = 0
    }
    part.push(pk)
    books += book_count
  }
  if (part.length > 0) yield part
}
