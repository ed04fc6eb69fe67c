import type { BookAuthorDto } from '@octavo/contract/book'
import type { Reader } from '../../../db'
import type { CoverText } from '../../../workers/pool.types'
import type { DrawnFor } from './cover.queries'

/** Roles whose people stand on a cover. */
const WRITING: ReadonlySet<string> = new Set(['author', 'writer'])
/** More are not named on a cover. */
const MOST_NAMES = 3

/** What is written on the cover of a book or series without a picture; null when it has gone meanwhile. */
export async function drawnText(reader: Reader, of: DrawnFor): Promise<CoverText | null> {
  if ('seriesPk' in of) {
    const series = await reader.query
      .selectFrom('series')
      .select(['title', 'authors'])
      .where('pk', '=', of.seriesPk)
      .executeTakeFirst()
    return series ? { title: series.title, series: null, author: authorOf(series.authors) } : null
  }
  if ('libraryPk' in of) {
    const library = await reader.query
      .selectFrom('libraries')
      .select('name')
      .where('pk', '=', of.libraryPk)
      .executeTakeFirst()
    return library ? { title: library.name, series: null, author: null } : null
  }
  const book = await reader.query
    .selectFrom('books')
    .innerJoin('series', 'series.pk', 'books.series_pk')
    .leftJoin('book_metadata', 'book_metadata.book_pk', 'books.pk')
    .select(['books.title', 'series.title as series', 'book_metadata.authors'])
    .where('books.pk', '=', of.bookPk)
    .executeTakeFirst()
  if (!book) return null
  return { title: book.title, series: book.series === book.title ? null : book.series, author: authorOf(book.authors) }
}

function authorOf(authors: string | null): string | null {
  if (authors === null) return null
  const all = JSON.parse(authors) as BookAuthorDto[]
  const names = all.filter(({ role }) => WRITING.has(role ?? 'author')).map(({ name }) => name)
  return [...new Set(names)].slice(0, MOST_NAMES).join(', ') || null
}
