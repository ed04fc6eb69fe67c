import { type Reader, runShape } from '../../../db'

/** The user name of a child profile's guardian; null for everybody else. */
export async function guardianOf(reader: Reader, userPk: number): Promise<string | null> {
  const [row] = await runShape<{ username: string }, { pk: number }>(
    reader,
    'users.guardian',
    { pk: userPk },
    (query, p) =>
      query
        .selectFrom('child_profiles')
        .innerJoin('users', 'users.pk', 'child_profiles.guardian_pk')
        .select('users.username')
        .where('child_profiles.user_pk', '=', p.pk),
  )
  return row?.username ?? null
}
