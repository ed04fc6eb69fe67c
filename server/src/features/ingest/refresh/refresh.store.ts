import type { Tx } from '../../../db'

/** Records the time of a series' refresh. */
export async function noteRefresh(tx: Tx, seriesPk: number, now: number): Promise<void> {
  await tx.query
    .insertInto('series_refreshes')
    .values({ series_pk: seriesPk, refreshed_at: now })
    .onConflict(conflict => conflict.column('series_pk').doUpdateSet({ refreshed_at: now }))
    .execute()
}
