import type { Tx } from '../../db'

export interface HomeRow {
  readonly kind: string
  readonly presetPk: number | null
  readonly shown: boolean
}

/** Puts these rows in the place of a user's. */
export async function replaceHomeRows(tx: Tx, userPk: number, rows: readonly HomeRow[]): Promise<void> {
  await tx.query.deleteFrom('home_rows').where('user_pk', '=', userPk).execute()
  if (rows.length === 0) return
  await tx.query
    .insertInto('home_rows')
    .values(
      rows.map(({ kind, presetPk, shown }, position) => ({
        user_pk: userPk,
        position,
        kind,
        preset_pk: presetPk,
        shown,
      })),
    )
    .execute()
}
