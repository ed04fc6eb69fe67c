import type { Reader } from '../../../db'
import type { WantedMetadata } from '../../../formats/writing/plan-document'
import { findMetadataOfBooks } from '../../catalogue/metadata'
import { ownElsewhere } from './own-elsewhere.queries'
import { wantedMetadata } from './wanted-metadata.rules'
import { titlesBySeries, type WritableBook } from './writable-books.queries'

/** The metadata to write to the files of books. */
export async function wantedOfBooks(
  reader: Reader,
  books: readonly WritableBook[],
): Promise<(book: WritableBook) => WantedMetadata> {
  const pks = books.map(({ pk }) => pk)
  const [rows, titles, own] = await Promise.all([
    findMetadataOfBooks(reader, pks),
    titlesBySeries(reader, books),
    ownElsewhere(reader, 'book_pk', pks),
  ])
  return book => {
    const seriesTitles = titles.get(book.series_pk)
    return wantedMetadata(book, rows.get(book.pk) ?? null, {
      ...(seriesTitles && { seriesTitles }),
      own: own(book.pk),
    })
  }
}
