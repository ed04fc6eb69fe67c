import type { BookReading } from './book-reading'
import { noPagesProblem, type PageReading, pagesProblem } from './page-entry'
import type { InfoReading } from './sidecar/info-files'

/** What a comic's container provides. */
export interface ComicParts extends Pick<BookReading, 'format' | 'parts' | 'covers'> {
  /** One per page, in reading order. */
  readonly readings: readonly PageReading[]
  readonly info: InfoReading
}

/** A comic in any container as a book: pages, metadata files, and all problems with either. */
export function comicReading({ readings, info, ...container }: ComicParts): BookReading {
  const found = readings.length === 0 ? noPagesProblem() : pagesProblem(readings)
  return {
    ...container,
    pages: readings.map(reading => reading.page),
    pageCount: readings.length,
    said: info.said,
    epub: null,
    errors: [...(found === null ? [] : [found]), ...info.problems],
  }
}
