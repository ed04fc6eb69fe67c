import type { ChildProfileDto } from '@octavo/contract/child-profile'
import type { Reads } from '../../../db'
import { notFound, refused } from '../../../kernel/app-error'
import { timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { visible } from '../access'

interface Profile {
  readonly pk: number
  /** The age limit of an administrator, which the guardian cannot raise. */
  readonly cap: { readonly ageLimit: number | null; readonly showsUnrated: boolean }
  readonly view: Omit<ChildProfileDto, 'libraryIds'>
  /** Libraries chosen by the guardian; null for all. */
  readonly libraries: readonly { readonly pk: number; readonly id: string }[] | null
}

/** The child profiles of a guardian, by name. */
export async function profilesOf(reader: Reads, guardianPk: number): Promise<Profile[]> {
  const rows = await reader.query
    .selectFrom('child_profiles')
    .innerJoin('users', 'users.pk', 'child_profiles.user_pk')
    .select(['users.pk', 'users.id', 'users.username', 'users.age_limit', 'users.shows_unrated', 'users.created_at'])
    .select('users.avatar')
    .select(['child_profiles.capped_age', 'child_profiles.capped_unrated', 'child_profiles.limits_libraries'])
    .where('child_profiles.guardian_pk', '=', guardianPk)
    .orderBy('users.username_key')
    .execute()
  const libraries = await reader.query
    .selectFrom('child_libraries')
    .innerJoin('child_profiles', 'child_profiles.user_pk', 'child_libraries.user_pk')
    .innerJoin('libraries', 'libraries.pk', 'child_libraries.library_pk')
    .select(['child_libraries.user_pk', 'libraries.pk', 'libraries.id'])
    .where('child_profiles.guardian_pk', '=', guardianPk)
    .orderBy('libraries.pk')
    .execute()
  return rows.map(row => ({
    pk: row.pk,
    libraries: row.limits_libraries ? libraries.filter(each => each.user_pk === row.pk) : null,
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

/** As its guardian sees it, who may not see every library that was chosen before. */
export async function profileViews(reader: Reads, viewer: Viewer): Promise<ChildProfileDto[]> {
  const profiles = await profilesOf(reader, viewer.userPk)
  const seen = new Set((await visibleLibraries(reader, viewer)).map(({ pk }) => pk))
  return profiles.map(({ view, libraries }) => ({
    ...view,
    libraryIds: libraries === null ? null : libraries.filter(({ pk }) => seen.has(pk)).map(({ id }) => id),
  }))
}

/** @throws NotFound unless it is a child profile of the viewer */
export async function profileView(reader: Reads, viewer: Viewer, id: string): Promise<ChildProfileDto> {
  const view = (await profileViews(reader, viewer)).find(each => each.id === id.toLowerCase())
  if (!view) throw notFound('Profile')
  return view
}

/** Keys of libraries that the viewer sees. @throws BadRequest naming a missing or hidden one */
export async function requireLibraries(reader: Reads, viewer: Viewer, ids: readonly string[]): Promise<number[]> {
  const keys = new Map((await visibleLibraries(reader, viewer)).map(({ id, pk }) => [id, pk]))
  return [...new Set(ids.map(id => id.toLowerCase()))].map(id => {
    const key = keys.get(id)
    if (key === undefined) {
      throw refused('BadRequest', 'library_gone', `libraryIds: there is no library ${id}`, 'libraryIds')
    }
    return key
  })
}

const visibleLibraries = (reader: Reads, viewer: Viewer) =>
  reader.query.selectFrom('libraries').select(['pk', 'id']).where(visible(viewer, 'libraries.pk')).execute()

/** @throws NotFound unless it is a child profile of this guardian */
export async function requireProfile(reader: Reads, guardianPk: number, id: string): Promise<Profile> {
  const profile = (await profilesOf(reader, guardianPk)).find(({ view }) => view.id === id.toLowerCase())
  if (!profile) throw notFound('Profile')
  return profile
}
