import type { Tx } from '../../../db'
import type { LockedNames } from './locked-names'

/** The locks of a book, and the locked values; null if it is gone. Locks its row until the transaction ends. */
export async function lockBook(
  tx: Tx,
  pk: number,
): Promise<
  | (LockedNames & {
      readonly title_sort: string | null
      readonly cover_version: string | null
      readonly thumb_hash: string | null
    })
  | null
> {
  const row = await tx.query
    .selectFrom('books')
    .select(['locks', 'title', 'title_sort', 'number', 'volume', 'chapter', 'cover_version', 'thumb_hash'])
    .where('pk', '=', pk)
    .modifyEnd(tx.dialect.forUpdate)
    .executeTakeFirst()
  return row ?? null
}

/** The books with any lock. */
export async function lockedAmong(tx: Tx, pks: readonly number[]): Promise<number[]> {
  if (pks.length === 0) return []
  const rows = await tx.query
    .selectFrom('books')
    .select('pk')
    .where('pk', 'in', pks)
    .where('locks', '<>', 0)
    .orderBy('pk')
    .execute()
  return rows.map(row => row.pk)
}
