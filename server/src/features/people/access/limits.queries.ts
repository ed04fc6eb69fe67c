import { type Compilable, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Reader, type Reads, runPrepared } from '../../../db'
import type { Visibility } from '../../../kernel/viewer'
import { type Limits, type SharingSet, visibilityOf, within, withinLibraries } from './visibility.rules'

interface Rules {
  readonly pk: number
  readonly limits_libraries: boolean
  readonly age_limit: number | null
  readonly shows_unrated: boolean
}

/**
 * Limits of a user; for a child profile also those of its guardian, with the libraries chosen for it: it sees what both
 * see.
 */
export type Bounds = readonly [own: readonly Limits[], guardian?: readonly Limits[]]

/** The current visibility of these users. Takes no viewer, because the viewer is built from the result. */
export async function visibilitiesOf(reader: Reader, users: readonly Rules[]): Promise<Map<number, Visibility>> {
  const bounds = await boundsOf(reader, users)
  const isTagged = [...bounds.values()].flat(2).some(limits => limits !== undefined && limits.grants.length > 0)
  const sets = isTagged ? await sharingSets(reader) : []
  return new Map(
    [...bounds].map(([pk, [own, guardian]]) => {
      const seen = visibilityOf(own, sets)
      return [pk, guardian ? within(seen, visibilityOf(guardian, sets)) : seen]
    }),
  )
}

/** Bounds of each user. */
async function boundsOf(reader: Reads, users: readonly Rules[]): Promise<Map<number, Bounds>> {
  if (users.length === 0) return new Map()
  const guardians = await rowsOf(reader, 'guardians', JSON.stringify(users.map(({ pk }) => pk)), (query, of) =>
    query
      .selectFrom('child_profiles')
      .innerJoin('users', 'users.pk', 'child_profiles.guardian_pk')
      .select(['child_profiles.user_pk', 'child_profiles.limits_libraries as chooses_libraries', ...RULES])
      .where(of('child_profiles.user_pk')),
  )
  const byUser = new Map(guardians.map(row => [row.user_pk, row]))
  const choosing = guardians.filter(row => row.chooses_libraries).map(row => row.user_pk)
  const [limits, chosen] = await Promise.all([
    limitsOf(reader, [...users, ...guardians]),
    choosing.length === 0
      ? []
      : rowsOf(reader, 'child libraries', JSON.stringify(choosing), (query, of) =>
          query.selectFrom('child_libraries').selectAll().where(of('child_libraries.user_pk')),
        ),
  ])
  return new Map(
    users.map(({ pk }): readonly [number, Bounds] => {
      const guardian = byUser.get(pk)
      const own = limits.get(pk) ?? []
      if (!guardian) return [pk, [own]]
      const above = limits.get(guardian.pk) ?? []
      const libraryPks = chosen.filter(row => row.user_pk === pk).map(row => row.library_pk)
      return [pk, [own, guardian.chooses_libraries ? withinLibraries(above, libraryPks) : above]]
    }),
  )
}

/** The limits of each user: first their own, then those of their groups by name. */
async function limitsOf(reader: Reads, users: readonly Rules[]): Promise<Map<number, Limits[]>> {
  const ofUsers = JSON.stringify(users.map(({ pk }) => pk))
  const [libraries, grants, memberships] = await Promise.all([
    rowsOf(reader, 'user libraries', ofUsers, (query, of) =>
      query.selectFrom('user_libraries').selectAll().where(of('user_libraries.user_pk')),
    ),
    rowsOf(reader, 'user grants', ofUsers, (query, of) =>
      query.selectFrom('user_grants').select(['user_pk', 'tag_pk', 'mode']).where(of('user_grants.user_pk')),
    ),
    rowsOf(reader, 'memberships', ofUsers, (query, of) =>
      query
        .selectFrom('access_group_members')
        .innerJoin('access_groups', 'access_groups.pk', 'access_group_members.group_pk')
        .select(['access_group_members.user_pk', 'access_groups.pk', 'access_groups.id', 'access_groups.name'])
        .select(['access_groups.limits_libraries', 'access_groups.age_limit', 'access_groups.shows_unrated'])
        .where(of('access_group_members.user_pk'))
        .orderBy('access_groups.name_key'),
    ),
  ])
  const ofGroups = JSON.stringify([...new Set(memberships.map(({ pk }) => pk))])
  const [groupLibraries, groupGrants] =
    memberships.length === 0
      ? [[], []]
      : await Promise.all([
          rowsOf(reader, 'group libraries', ofGroups, (query, of) =>
            query.selectFrom('access_group_libraries').selectAll().where(of('access_group_libraries.group_pk')),
          ),
          rowsOf(reader, 'group grants', ofGroups, (query, of) =>
            query
              .selectFrom('access_group_grants')
              .select(['group_pk', 'tag_pk', 'mode'])
              .where(of('access_group_grants.group_pk')),
          ),
        ])
  return new Map(
    users.map(user => [
      user.pk,
      [
        limits(
          user,
          null,
          libraries.filter(row => row.user_pk === user.pk),
          grants.filter(row => row.user_pk === user.pk),
        ),
        ...memberships
          .filter(row => row.user_pk === user.pk)
          .map(row =>
            limits(
              row,
              { pk: row.pk, id: row.id, name: row.name },
              groupLibraries.filter(({ group_pk }) => group_pk === row.pk),
              groupGrants.filter(({ group_pk }) => group_pk === row.pk),
            ),
          ),
      ],
    ]),
  )
}

/** Rows of some users or groups, by a statement that is built once: accounts are read again every half second. */
function rowsOf<Row>(
  reader: Reads,
  name: string,
  pks: string,
  build: (query: Reads['query'], of: (column: string) => RawBuilder<SqlBool>) => Compilable<Row>,
): Promise<Row[]> {
  return runPrepared(reader, `limits.${name}`, { pks }, (p, query) =>
    build(query, column => reader.dialect.isKeyOf(sql.ref(column), p.pks)),
  )
}

function limits(
  { limits_libraries, age_limit, shows_unrated }: Rules,
  group: Limits['group'],
  libraries: readonly { readonly library_pk: number }[],
  grants: readonly { readonly tag_pk: number; readonly mode: string }[],
): Limits {
  return {
    group,
    libraryPks: limits_libraries ? libraries.map(({ library_pk }) => library_pk) : null,
    age: age_limit === null ? null : { limit: age_limit, unrated: shows_unrated },
    // Fail closed: an access mode unknown to this version hides.
    grants: grants.map(({ tag_pk, mode }) => ({ tagPk: tag_pk, mode: mode === 'allow' ? 'allow' : 'deny' })),
  }
}

/** Bounds of one user, by key. */
export async function boundsOfUser(reader: Reads, userPk: number): Promise<Bounds> {
  const row = await reader.query.selectFrom('users').select(RULES).where('pk', '=', userPk).executeTakeFirst()
  return (row && (await boundsOf(reader, [row])).get(row.pk)) ?? [[]]
}

const RULES = ['users.pk', 'users.limits_libraries', 'users.age_limit', 'users.shows_unrated'] as const

/** All of them: as many as combinations of tags in use. */
async function sharingSets(reader: Reader): Promise<SharingSet[]> {
  const rows = await reader.query.selectFrom('sharing_set_tags').selectAll().execute()
  return [...Map.groupBy(rows, row => row.set_pk)].map(([pk, of]) => ({ pk, tagPks: of.map(row => row.tag_pk) }))
}
