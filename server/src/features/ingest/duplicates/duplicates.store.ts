import { type SqlBool, sql } from 'kysely'
import { insertRows, type Tx, updateRows } from '../../../db'
import { newId } from '../../../kernel/ids'

/** Match types of books or series: `content` was fully compared, the others are hints. */
export type MatchType = 'content' | 'pages' | 'external_id' | 'number' | 'title'

/** A group of duplicate books or series. */
export interface FoundGroup {
  readonly kind: 'book' | 'series'
  readonly matchType: MatchType
  readonly matchKey: string
  /** Null if its members are in several. */
  readonly libraryPk: number | null
  /** Keys; for a book with the stamp of the file that was read. */
  readonly members: readonly { readonly pk: number; readonly stamp: string | null }[]
}

/** Saves groups; returns their keys. */
export async function saveGroups(tx: Tx, groups: readonly FoundGroup[], now: number): Promise<number[]> {
  const pks: number[] = []
  for (const group of groups) pks.push(await saveGroup(tx, group, now))
  return pks
}

/** Sets the members of a group. A dismissed one stays dismissed unless it has a new member. Returns its key. */
export async function saveGroup(tx: Tx, group: FoundGroup, now: number): Promise<number> {
  const { kind, matchType, matchKey, libraryPk, members } = group
  const column = kind === 'book' ? 'book_pk' : 'series_pk'
  const known = await tx.query
    .selectFrom('duplicates')
    .select(['pk', 'library_pk'])
    .where('kind', '=', kind)
    .where('match_type', '=', matchType)
    .where('match_key', '=', matchKey)
    .executeTakeFirst()
  const pk = known?.pk ?? (await insertGroup(tx, group, now))
  const before = await tx.query
    .selectFrom('duplicate_members')
    .select([column, 'stamp'])
    .where('duplicate_pk', '=', pk)
    .execute()
  const had = new Map(before.map(row => [row[column as keyof typeof row] as number, row.stamp]))
  const hasNew = members.some(member => !had.has(member.pk))
  if (!hasNew && had.size === members.length && members.every(member => had.get(member.pk) === member.stamp)) return pk
  await tx.query.deleteFrom('duplicate_members').where('duplicate_pk', '=', pk).execute()
  const rows = members.map(member => ({
    ...{ book_pk: null, series_pk: null, stamp: member.stamp, duplicate_pk: pk },
    [column]: member.pk,
  }))
  await insertRows(tx, 'duplicate_members', rows)
  if (known) {
    await tx.query
      .updateTable('duplicates')
      .set({ library_pk: libraryPk, updated_at: now, ...(hasNew && { dismissed: false }) })
      .where('pk', '=', pk)
      .execute()
  }
  return pk
}

async function insertGroup(tx: Tx, { kind, matchType, matchKey, libraryPk }: FoundGroup, now: number): Promise<number> {
  const { pk } = await tx.query
    .insertInto('duplicates')
    .values({
      id: newId(),
      kind,
      match_type: matchType,
      match_key: matchKey,
      library_pk: libraryPk,
      dismissed: false,
      created_at: now,
      updated_at: now,
    })
    .returning('pk')
    .executeTakeFirstOrThrow()
  return pk
}

/** Records further match types of groups of books. */
export async function setReasons(tx: Tx, reasons: ReadonlyMap<number, ReadonlySet<MatchType>>): Promise<void> {
  const rows = [...reasons].map(([pk, types]) => ({ pk, also: types.size === 0 ? null : [...types].join(',') }))
  const only = sql<SqlBool>`duplicates.also is distinct from v.also`
  await updateRows(tx, 'duplicates', 'reasons', rows, { only })
}

/** Groups checked in one transaction; any number of them may be deleted. */
const CHECKED_AT_ONCE = 100

/** Deletes the groups of a kind that the last search did not find, in several small transactions. */
export async function forgetOthers(
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  kind: FoundGroup['kind'],
  found: ReadonlySet<number>,
): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after
    after = await write(async tx => {
      const page = await tx.query
        .selectFrom('duplicates')
        .select('pk')
        .where('kind', '=', kind)
        .where('pk', '>', from)
        .orderBy('pk')
        .limit(CHECKED_AT_ONCE)
        .execute()
      const gone = page.flatMap(({ pk }) => (found.has(pk) ? [] : [pk]))
      if (gone.length > 0) await tx.query.deleteFrom('duplicates').where('pk', 'in', gone).execute()
      return page.length < CHECKED_AT_ONCE ? null : (page.at(-1)?.pk ?? null)
    })
  }
}

/** False if nothing changed: the group already had this state, or does not exist. */
export async function setDismissed(tx: Tx, pk: number, dismissed: boolean, now: number): Promise<boolean> {
  const row = await tx.query
    .updateTable('duplicates')
    .set({ dismissed, updated_at: now })
    .where('pk', '=', pk)
    .where('dismissed', '=', !dismissed)
    .returning('pk')
    .executeTakeFirst()
  return row !== undefined
}
