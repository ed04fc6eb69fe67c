import { insertRows, type Tx } from '../../../db'
import type { userAccess } from '../users'

export async function insertProfile(
  tx: Tx,
  { userPk, guardianPk }: { readonly userPk: number; readonly guardianPk: number },
  now: number,
): Promise<void> {
  const row = { user_pk: userPk, guardian_pk: guardianPk, created_at: now }
  await tx.query.insertInto('child_profiles').values(row).execute()
}

/** The libraries that a profile sees of those of its guardian, by key; null for all of them. */
export async function setLibraries(tx: Tx, userPk: number, libraryPks: readonly number[] | null): Promise<void> {
  await tx.query
    .updateTable('child_profiles')
    .set({ limits_libraries: libraryPks !== null })
    .where('user_pk', '=', userPk)
    .execute()
  await tx.query.deleteFrom('child_libraries').where('user_pk', '=', userPk).execute()
  if (!libraryPks || libraryPks.length === 0) return
  const rows = libraryPks.map(library_pk => ({ user_pk: userPk, library_pk }))
  await insertRows(tx, 'child_libraries', rows)
}

/** Age limits that an administrator sets for a child profile; those of the guardian are not stored here. */
export const capAge: userAccess.ManageDeps['capAge'] = async (tx, userPk, by, { ageLimit, showsUnrated }) => {
  if (ageLimit === undefined && showsUnrated === undefined) return
  await tx.query
    .updateTable('child_profiles')
    .set({
      ...(ageLimit !== undefined && { capped_age: ageLimit }),
      ...(showsUnrated !== undefined && { capped_unrated: showsUnrated }),
    })
    .where('user_pk', '=', userPk)
    .where('guardian_pk', '<>', by.userPk)
    .execute()
}
