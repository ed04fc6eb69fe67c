import type { BookDto } from '../../api/types'

/** A new book, or several of one series. */
export type Stack = {
  /** The newest one. */
  readonly book: BookDto
  readonly count: number
  /** There may be more: the series goes on where the answer ended. */
  readonly isCut: boolean
}

/** Books of one series become one stack, in the place of its first book. `asked`: how many books were asked for. */
export function stackedBySeries(books: readonly BookDto[], most: number, asked: number): Stack[] {
  const cut = books.length < asked ? undefined : books.at(-1)?.seriesId
  const stacks = new Map<string, Stack>()
  for (const book of books) {
    const { book: first = book, count = 0 } = stacks.get(book.seriesId) ?? {}
    stacks.set(book.seriesId, { book: first, count: count + 1, isCut: book.seriesId === cut })
  }
  return [...stacks.values()].slice(0, most)
}
