import type { Tx } from '../../../db'

/** Notes that a series was refreshed now. */
export async function noteRefresh(tx: Tx, seriesPk: number, now: number): Promise<void> {
  await tx.query
    .insertInto('series_refreshes')
    .values({ series_pk: seriesPk, refreshed_at: now })
    .onConflict(conflict => conflict.column('series_pk').doUpdateSet({ refreshed_at: now }))
    .execute()
}
