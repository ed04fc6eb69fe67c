import { type Reader, runShape } from '../../../db'
import type { SpineItem } from '../../../formats/facts'
import { unpackEpub } from '../../catalogue/pages'

/** The documents of an ebook in reading order; none for other books and before the analysis. */
export async function findSpine(reader: Reader, bookPk: number): Promise<readonly SpineItem[]> {
  const [row] = await runShape<{ packed: string }, { bookPk: number }>(
    reader,
    'progress.spine',
    { bookPk },
    (query, p) => query.selectFrom('book_pages').select('packed').where('book_pk', '=', p.bookPk),
  )
  return row ? (unpackEpub(row.packed)?.spine ?? []) : []
}
