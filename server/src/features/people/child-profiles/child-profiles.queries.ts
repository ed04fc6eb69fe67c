import type { ChildProfileDto } from '@octavo/contract/child-profile'
import type { Reader } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import { timestamp } from '../../../kernel/clock'

/** A reader, or a transaction. */
interface Reads {
  readonly query: Pick<Reader['query'], 'selectFrom'>
}

interface Profile {
  readonly pk: number
  /** The age limit of an administrator, which the guardian cannot raise. */
  readonly cap: { readonly ageLimit: number | null; readonly showsUnrated: boolean }
  readonly view: ChildProfileDto
}

/** The child profiles of a guardian, by name. */
export async function profilesOf(reader: Reads, guardianPk: number): Promise<Profile[]> {
  const rows = await reader.query
    .selectFrom('child_profiles')
    .innerJoin('users', 'users.pk', 'child_profiles.user_pk')
    .select(['users.pk', 'users.id', 'users.username', 'users.age_limit', 'users.shows_unrated', 'users.created_at'])
    .select('users.avatar')
    .select(['child_profiles.capped_age', 'child_profiles.capped_unrated'])
    .where('child_profiles.guardian_pk', '=', guardianPk)
    .orderBy('users.username_key')
    .execute()
  return rows.map(row => ({
    pk: row.pk,
    cap: { ageLimit: row.capped_age, showsUnrated: row.capped_unrated },
    view: {
      id: row.id,
      username: row.username,
      ageLimit: row.age_limit,
      showsUnrated: row.shows_unrated,
      createdAt: timestamp(row.created_at),
      ...(row.avatar !== null && { avatar: row.avatar }),
    },
  }))
}

/** @throws NotFound unless it is a child profile of this guardian */
export async function requireProfile(reader: Reads, guardianPk: number, id: string): Promise<Profile> {
  const profile = (await profilesOf(reader, guardianPk)).find(({ view }) => view.id === id.toLowerCase())
  if (!profile) throw notFound('Profile')
  return profile
}
