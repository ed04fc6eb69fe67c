import type { Reader } from '../../../db'
import type { WantedMetadata } from '../../../formats/writing/plan-document'
import { findMetadataOfBooks } from '../../catalogue/metadata'
import { wantedMetadata } from './wanted-metadata.rules'
import { ownIdsByBook, titlesBySeries, type WritableBook } from './writable-books.queries'

/** The metadata to write to the files of books. */
export async function wantedOfBooks(
  reader: Reader,
  books: readonly WritableBook[],
): Promise<(book: WritableBook) => WantedMetadata> {
  const [rows, titles, ids] = await Promise.all([
    findMetadataOfBooks(
      reader,
      books.map(({ pk }) => pk),
    ),
    titlesBySeries(reader, books),
    ownIdsByBook(reader, books),
  ])
  return book => {
    const seriesTitles = titles.get(book.series_pk)
    return wantedMetadata(book, rows.get(book.pk) ?? null, {
      ...(seriesTitles && { seriesTitles }),
      ownIds: ids.get(book.pk) ?? [],
    })
  }
}
