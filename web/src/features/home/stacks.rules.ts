import type { BookDto } from '../../api/types'

/** A new book, or several of one series. */
export type Stack = {
  /** The newest one. */
  readonly book: BookDto
  readonly count: number
}

/** Books of one series become one stack, in the place of its first book. */
export function stackedBySeries(books: readonly BookDto[], most: number): Stack[] {
  const stacks = new Map<string, Stack>()
  for (const book of books) {
    const { book: first = book, count = 0 } = stacks.get(book.seriesId) ?? {}
    stacks.set(book.seriesId, { book: first, count: count + 1 })
  }
  return [...stacks.values()].slice(0, most)
}
