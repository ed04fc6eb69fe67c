import { type Tx, writeShape } from '../../../db'
import { foldedOrNull } from '../../../kernel/text'

/** Sets the metadata columns of a book's row. */
export function setFromMetadata(
  tx: Tx,
  pk: number,
  columns: { readonly summary: string | null; readonly releaseDate: number | null },
  now: number,
): Promise<void> {
  return writeShape(
    tx,
    'books.from-metadata',
    { pk, ...columns, folded: foldedOrNull(columns.summary), now },
    (query, p) =>
      query
        .updateTable('books')
        .set({ summary: p.summary, summary_folded: p.folded, release_date: p.releaseDate, updated_at: p.now })
        .where('pk', '=', p.pk),
  )
}
