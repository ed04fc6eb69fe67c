import { insertRows, type Tx } from '../../../db'

export interface HomeRow {
  readonly kind: string
  readonly presetPk: number | null
  readonly shown: boolean
}

/** Replaces a user's rows. */
export async function replaceHomeRows(tx: Tx, userPk: number, rows: readonly HomeRow[]): Promise<void> {
  await tx.query.deleteFrom('home_rows').where('user_pk', '=', userPk).execute()
  if (rows.length === 0) return
  const places = rows.map(({ kind, presetPk, shown }, position) => {
    return { user_pk: userPk, position, kind, preset_pk: presetPk, shown }
  })
  await insertRows(tx, 'home_rows', places)
}
