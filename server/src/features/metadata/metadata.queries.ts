import type { Selectable } from 'kysely'
import { type Reader, runShape } from '../../db'
import type { BookMetadataTable } from '../../db/schema/books'

export type MetadataRow = Selectable<BookMetadataTable>

/** Metadata of a book that the caller has already been allowed to see; null when its file holds none. */
export async function findMetadata(reader: Reader, bookPk: number): Promise<MetadataRow | null> {
  const [row] = await runShape<MetadataRow, { bookPk: number }>(reader, 'metadata.of-book', { bookPk }, (query, p) =>
    query.selectFrom('book_metadata').selectAll().where('book_pk', '=', p.bookPk),
  )
  return row ?? null
}
