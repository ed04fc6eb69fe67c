import { initialsOf } from '@octavo/contract/initials'
import type { Reader } from '../../../db'
import { drawnWords } from '../../../kernel/drawn-words'
import type { CoverText } from '../../../workers/pool.types'
import { seriesCover } from '../series'
import type { DrawnFor } from './cover.queries'

/** The row of a drawn cover. */
export function drawnFor({
  kind,
  pk,
}: {
  readonly kind: 'book' | 'series' | 'library' | 'name'
  readonly pk: number
}): DrawnFor {
  if (kind === 'book') return { bookPk: pk }
  if (kind === 'series') return { seriesPk: pk }
  return kind === 'library' ? { libraryPk: pk } : { namePk: pk }
}

/** The text of the drawn cover of a book or series; null if it is gone. */
export async function drawnText(reader: Reader, of: DrawnFor): Promise<CoverText | null> {
  if ('seriesPk' in of) return seriesCover.seriesDrawnWords(reader, of.seriesPk)
  if ('libraryPk' in of) {
    const library = await reader.query
      .selectFrom('libraries')
      .select('name')
      .where('pk', '=', of.libraryPk)
      .executeTakeFirst()
    return library ? drawnWords(library.name, null, null) : null
  }
  if ('namePk' in of) {
    const name = await reader.query.selectFrom('facets').select('name').where('pk', '=', of.namePk).executeTakeFirst()
    return name ? { title: name.name, series: null, author: null, initials: initialsOf(name.name) } : null
  }
  const book = await reader.query
    .selectFrom('books')
    .innerJoin('series', 'series.pk', 'books.series_pk')
    .leftJoin('book_metadata', 'book_metadata.book_pk', 'books.pk')
    .select(['books.title', 'series.title as series', 'book_metadata.authors'])
    .where('books.pk', '=', of.bookPk)
    .executeTakeFirst()
  return book ? drawnWords(book.title, book.series, book.authors) : null
}
