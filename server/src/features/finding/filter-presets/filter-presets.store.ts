import type { Tx } from '../../../db'
import { newId } from '../../../kernel/ids'

/** The changeable fields of a preset. */
export interface PresetValues {
  readonly libraryPk: number | null
  readonly name: string
  /** JSON. */
  readonly condition: string
  readonly sort: string | null
  readonly query: string | null
  readonly view: string | null
  readonly shared: boolean
}

const columns = <Values extends Partial<PresetValues>>({ libraryPk, ...values }: Values) => ({
  ...values,
  ...(libraryPk !== undefined && { library_pk: libraryPk }),
})

/** Inserts a preset and returns its id. */
export async function insertPreset(
  tx: Tx,
  preset: PresetValues & { readonly userPk: number; readonly scope: string; readonly target: string },
  now: number,
): Promise<string> {
  const { userPk, scope, target, ...values } = preset
  const id = newId()
  await tx.query
    .insertInto('filter_presets')
    .values({
      id,
      user_pk: userPk,
      scope,
      target,
      ...columns(values),
      version: 1,
      deleted_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

/** Changes the given values only: another person may be changing others. Returns whether it still existed. */
export async function changePreset(tx: Tx, pk: number, values: Partial<PresetValues>, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx.query
    .updateTable('filter_presets')
    .set({ ...columns(values), updated_at: now })
    .where('pk', '=', pk)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Hides a preset. Permanently deletes those of its owner that were deleted before `restorableSince`, and all but the
 * last few.
 */
export async function hidePreset(
  tx: Tx,
  { pk, user_pk: userPk }: { readonly pk: number; readonly user_pk: number },
  times: { readonly now: number; readonly restorableSince: number; readonly restorable: number },
): Promise<void> {
  await tx.query
    .updateTable('filter_presets')
    .set({ deleted_at: times.now })
    .where('pk', '=', pk)
    .where('deleted_at', 'is', null)
    .execute()
  const last = tx.query
    .selectFrom('filter_presets as last')
    .select('last.pk')
    .where('last.user_pk', '=', userPk)
    .where('last.deleted_at', '>=', times.restorableSince)
    .orderBy('last.deleted_at', 'desc')
    .orderBy('last.pk', 'desc')
    .limit(times.restorable)
  await tx.query
    .deleteFrom('filter_presets')
    .where('user_pk', '=', userPk)
    .where('deleted_at', 'is not', null)
    .where('pk', 'not in', last)
    .execute()
}

/** Returns whether it was still hidden. */
export async function showPreset(tx: Tx, pk: number): Promise<boolean> {
  const { numUpdatedRows } = await tx.query
    .updateTable('filter_presets')
    .set({ deleted_at: null })
    .where('pk', '=', pk)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function pinPreset(tx: Tx, userPk: number, presetPk: number): Promise<void> {
  await tx.query
    .insertInto('preset_pins')
    .values({ user_pk: userPk, preset_pk: presetPk })
    .onConflict(conflict => conflict.columns(['user_pk', 'preset_pk']).doNothing())
    .execute()
}

export async function unpinPreset(tx: Tx, userPk: number, presetPk: number): Promise<void> {
  await tx.query.deleteFrom('preset_pins').where('user_pk', '=', userPk).where('preset_pk', '=', presetPk).execute()
}
