import type { Tx } from '../../../db'
import { bothScans } from './narrowing.rules'
import { ScanPayload } from './scan.types'

/** Stores the next scan; merges it with an already stored request. */
export async function queueScanRequest(tx: Tx, libraryPk: number, request: ScanPayload, dueAt: number): Promise<void> {
  await tx.dialect.lockName(`scan request ${libraryPk}`).execute(tx.query)
  const stored = await tx.query
    .selectFrom('scan_wishes')
    .select(['payload', 'due_at'])
    .where('library_pk', '=', libraryPk)
    .executeTakeFirst()
  const both = stored ? bothScans(ScanPayload.parse(JSON.parse(stored.payload)), request) : request
  const values = { payload: JSON.stringify(both), due_at: Math.min(dueAt, stored?.due_at ?? dueAt) }
  await tx.query
    .insertInto('scan_wishes')
    .values({ library_pk: libraryPk, ...values })
    .onConflict(conflict => conflict.column('library_pk').doUpdateSet(values))
    .execute()
}

/** Removes and returns the stored request. */
export async function takeScanRequest(
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

export async function dropScanRequest(tx: Tx, libraryPk: number): Promise<void> {
  await tx.query.deleteFrom('scan_wishes').where('library_pk', '=', libraryPk).execute()
}
