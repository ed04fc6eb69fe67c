import type { Tx } from '../../../db'
import { bothScans } from './narrowing.rules'
import { ScanPayload } from './scan.types'

/** Keeps what the scan after the one under way has to do; a wish that is kept already grows by it. */
export async function keepWish(tx: Tx, libraryPk: number, wish: ScanPayload, dueAt: number): Promise<void> {
  await tx.dialect.lockName(`scan wish ${libraryPk}`).execute(tx.query)
  const kept = await tx.query
    .selectFrom('scan_wishes')
    .select(['payload', 'due_at'])
    .where('library_pk', '=', libraryPk)
    .executeTakeFirst()
  const both = kept ? bothScans(ScanPayload.parse(JSON.parse(kept.payload)), wish) : wish
  const values = { payload: JSON.stringify(both), due_at: Math.min(dueAt, kept?.due_at ?? dueAt) }
  await tx.query
    .insertInto('scan_wishes')
    .values({ library_pk: libraryPk, ...values })
    .onConflict(conflict => conflict.column('library_pk').doUpdateSet(values))
    .execute()
}

/** The wish that is kept, which is kept no longer. */
export async function takeWish(
  tx: Tx,
  libraryPk: number,
): Promise<{ readonly payload: ScanPayload; readonly dueAt: number } | null> {
  const row = await tx.query
    .deleteFrom('scan_wishes')
    .where('library_pk', '=', libraryPk)
    .returning(['payload', 'due_at'])
    .executeTakeFirst()
  return row ? { payload: ScanPayload.parse(JSON.parse(row.payload)), dueAt: row.due_at } : null
}

export async function dropWish(tx: Tx, libraryPk: number): Promise<void> {
  await tx.query.deleteFrom('scan_wishes').where('library_pk', '=', libraryPk).execute()
}
