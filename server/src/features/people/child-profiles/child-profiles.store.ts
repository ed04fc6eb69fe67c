import type { Tx } from '../../../db'

export async function insertProfile(
  tx: Tx,
  { userPk, guardianPk }: { readonly userPk: number; readonly guardianPk: number },
  now: number,
): Promise<void> {
  const row = { user_pk: userPk, guardian_pk: guardianPk, created_at: now }
  await tx.query.insertInto('child_profiles').values(row).execute()
}
