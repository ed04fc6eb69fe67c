import type { Tx } from '../../../db'

/** Dismisses a series from a user's recommendations. */
export async function dismiss(tx: Tx, userPk: number, seriesPk: number, now: number): Promise<void> {
  await tx.query
    .insertInto('dismissed_recommendations')
    .values({ user_pk: userPk, series_pk: seriesPk, dismissed_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function restore(tx: Tx, userPk: number, seriesPk: number): Promise<void> {
  await tx.query
    .deleteFrom('dismissed_recommendations')
    .where('user_pk', '=', userPk)
    .where('series_pk', '=', seriesPk)
    .execute()
}
