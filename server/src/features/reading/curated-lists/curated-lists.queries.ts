import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Reader, runPrepared, type Tx } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import { sortKey } from '../../../kernel/text'
import { type Viewer, visibilityKey } from '../../../kernel/viewer'
import { visible } from '../../people/access'
import type { CuratedListRow } from './curated-list-row'
import { type Kind, READ_LIST } from './kind'
import { namedBy } from './wanted.types'

interface Asked {
  readonly userPk: number
  readonly isAdmin: boolean
  readonly key: string
  readonly itemPk: number
  readonly [name: string]: unknown
}

/**
 * Condition: the viewer's own, public, or shared with them or a group of theirs; ownerless ones also for
 * administrators.
 */
function selection(p: Asked, kind: Kind, which: RawBuilder<SqlBool>): RawBuilder<CuratedListRow> {
  const share = sql`(select 1 from curated_list_shares as share where share.list_pk = curated_lists.pk
    and (share.user_pk = ${p.userPk} or share.group_pk in
      (select group_pk from access_group_members where user_pk = ${p.userPk}))`
  return sql<CuratedListRow>`select curated_lists.pk, curated_lists.id, curated_lists.owner_pk, users.username as owner_name,
      curated_lists.visibility, curated_lists.name, curated_lists.summary, curated_lists.ordered, curated_lists.condition,
      exists ${share} and share.may_edit and curated_lists.visibility <> 'private') as helps,
      curated_lists.created_at, curated_lists.updated_at
    from curated_lists left join users on users.pk = curated_lists.owner_pk
    where curated_lists.kind = ${sql.lit(kind.name)} and ${which} and (curated_lists.visibility = 'public'
      or curated_lists.owner_pk = ${p.userPk}
      or (curated_lists.visibility = 'shared' and (exists ${share})
        or (curated_lists.owner_pk is null and ${p.isAdmin}))))`
}

async function select(
  reader: Reader,
  viewer: Viewer,
  kind: Kind,
  name: string,
  which: (p: Asked) => RawBuilder<SqlBool>,
  more: Partial<Asked> = {},
): Promise<CuratedListRow[]> {
  const isAdmin = viewer.permissions.has('system-admin')
  const values: Asked = { userPk: viewer.userPk, isAdmin, key: '', itemPk: 0, ...more }
  const rows = await runPrepared<CuratedListRow, Asked>(reader, `curated lists|${kind.name}|${name}`, values, p =>
    selection(p, kind, which(p)),
  )
  const keyed = rows.map(row => ({
    row: { ...row, helps: Boolean(row.helps), ordered: Boolean(row.ordered) },
    key: sortKey(row.name),
  }))
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.row.pk - b.row.pk))
  return keyed.map(({ row }) => row)
}

/** Visible lists, by name. */
export function visibleLists(reader: Reader, viewer: Viewer, kind: Kind): Promise<CuratedListRow[]> {
  return select(reader, viewer, kind, 'all', () => sql<SqlBool>`1 = 1`)
}

/** Manual lists that contain a series or book, by its key. A list with a rule may have members from before. */
export function listsHolding(reader: Reader, viewer: Viewer, kind: Kind, itemPk: number): Promise<CuratedListRow[]> {
  const { members, column } = kind
  return select(
    reader,
    viewer,
    kind,
    'holding',
    p => sql<SqlBool>`curated_lists.condition is null and exists (select 1 from ${sql.table(members)} as held
      where held.list_pk = curated_lists.pk and ${sql.ref(`held.${column}`)} = ${p.itemPk})`,
    { itemPk },
  )
}

/** @throws NotFound for a missing or hidden one */
export async function findList(reader: Reader, viewer: Viewer, kind: Kind, id: string): Promise<CuratedListRow> {
  const key = id.toLowerCase()
  const [row] = await select(reader, viewer, kind, 'one', p => sql<SqlBool>`curated_lists.id = ${p.key}`, { key })
  if (!row) throw notFound(kind.noun)
  return row
}

interface CountRow {
  readonly list_pk: number
  readonly total: number
}

/** Number of visible members of each manual list, in one statement. */
export async function memberCounts(
  reader: Reader,
  viewer: Viewer,
  kind: Kind,
  pks: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { members, table, column } = kind
  const values = { pks: JSON.stringify(pks) }
  const rows = await runPrepared<CountRow, typeof values>(
    reader,
    `curated lists|${members} counts|${visibilityKey(viewer)}`,
    values,
    p => sql`select member.list_pk, count(*) as total from ${sql.table(members)} as member
      inner join ${sql.table(table)} on ${sql.ref(`${table}.pk`)} = ${sql.ref(`member.${column}`)}
      where ${reader.dialect.isKeyOf(sql.ref('member.list_pk'), p.pks)} and ${kind.seen(viewer)}
      group by member.list_pk`,
  )
  return new Map(rows.map(({ list_pk, total }) => [list_pk, Number(total)]))
}

/**
 * Whether a row of a read list is a missing book for this viewer: no library has it yet, or the matching book is
 * hidden. Both look the same, so that the row does not reveal what a hidden library has.
 */
function isWanted(viewer: Viewer): RawBuilder<SqlBool> {
  return sql<SqlBool>`(member.wanted_key is not null and (member.book_pk is null
    or (member.filled_at is not null and not (${READ_LIST.seen(viewer)}))))`
}

/** Number of missing books of each read list, for this viewer, and of the undecided ones. */
export async function wantedCounts(
  reader: Reader,
  viewer: Viewer,
  pks: readonly number[],
): Promise<ReadonlyMap<number, { readonly wanted: number; readonly undecided: number }>> {
  const values = { pks: JSON.stringify(pks) }
  const rows = await runPrepared<CountRow & { readonly undecided: number }, typeof values>(
    reader,
    `curated lists|wanted|${visibilityKey(viewer)}`,
    values,
    p => sql`select member.list_pk, count(*) as total,
        count(case when member.book_pk is null and member.undecided then 1 end) as undecided
      from read_list_entries as member
      left join books on books.pk = member.book_pk
      where ${reader.dialect.isKeyOf(sql.ref('member.list_pk'), p.pks)} and ${isWanted(viewer)}
      group by member.list_pk`,
  )
  return new Map(
    rows.map(({ list_pk, total, undecided }) => [list_pk, { wanted: Number(total), undecided: Number(undecided) }]),
  )
}

/** Keys of visible series or books, by id. */
export async function keysOfIds(
  reader: Reader,
  viewer: Viewer,
  kind: Kind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { table } = kind
  const values = { ids: JSON.stringify(ids.map(id => ({ id }))) }
  const rows = await runPrepared<{ id: string; pk: number }, typeof values>(
    reader,
    `curated lists|${table} keys|${visibilityKey(viewer)}`,
    values,
    p => sql`select ${sql.ref(`${table}.id`)}, ${sql.ref(`${table}.pk`)}
      from ${reader.dialect.jsonRows<{ id: string }>(p.ids, { id: 'text' })} as asked
      inner join ${sql.table(table)} on ${sql.ref(`${table}.id`)} = asked.id where ${kind.seen(viewer)}`,
  )
  return new Map(rows.map(({ id, pk }) => [id, pk]))
}

/** Ids per statement; a page of long lists takes several. */
const IDS_AT_ONCE = 20_000

/** Ids of series or books by key; the caller has checked access. */
export async function idsOfKeys(
  reader: Reader,
  kind: Kind,
  pks: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { table } = kind
  const ids = new Map<number, string>()
  for (let at = 0; at < pks.length; at += IDS_AT_ONCE) {
    const values = { pks: JSON.stringify(pks.slice(at, at + IDS_AT_ONCE)) }
    const rows = await runPrepared<{ id: string; pk: number }, typeof values>(
      reader,
      `curated lists|${table} ids`,
      values,
      p => sql`select id, pk from ${sql.table(table)} where ${reader.dialect.isKeyOf(sql.ref('pk'), p.pks)}`,
    )
    for (const { id, pk } of rows) ids.set(pk, id)
  }
  return ids
}

/** A row of a manual list, with its public id. Without an item it is missing. */
export interface MemberRow {
  readonly pk: number
  readonly id: string
  readonly itemPk: number | null
  readonly position: number
}

/** All visible members of a list, including missing ones, in list order. At most `LIST_MEMBERS`. */
export function seenMembers(reader: Reader, viewer: Viewer, kind: Kind, listPk: number): Promise<MemberRow[]> {
  const { key, build } = membersStatement(viewer, kind)
  return runPrepared<MemberRow, { list: number }>(reader, key, { list: listPk }, build)
}

/** The same within this transaction. */
export function membersToChange(tx: Tx, viewer: Viewer, kind: Kind, listPk: number): Promise<MemberRow[]> {
  const { key, build } = membersStatement(viewer, kind)
  return runPrepared<MemberRow, { list: number }>(tx, key, { list: listPk }, p => build(p))
}

/** What the owner has yet to decide, or has decided, about an entry with several candidates. */
export const decisionOn = (entry: string) => {
  const undecided = sql.ref(`${entry}.undecided`)
  return sql<'undecided' | 'declined' | null>`case when ${undecided} then 'undecided'
    when not ${undecided} then 'declined' end`.as('decision')
}

/** For each undecided entry of a list true, for each declined one false. */
export async function decisionsIn(reader: Reader, listPk: number): Promise<ReadonlyMap<number, boolean>> {
  const rows = await reader.query
    .selectFrom('read_list_entries as entry')
    .select(['entry.pk', decisionOn('entry')])
    .where('entry.list_pk', '=', listPk)
    .where('entry.undecided', 'is not', null)
    .execute()
  return new Map(rows.map(({ pk, decision }) => [pk, decision === 'undecided']))
}

/** An entry by its own id or that of a book that the viewer sees; `hasHidden` if they may not see the library of its book. */
export async function entryToChange(tx: Tx, viewer: Viewer, listPk: number, id: string) {
  const seen = visible(viewer, 'books.library_pk')
  const row = await tx.query
    .selectFrom('read_list_entries as entry')
    .leftJoin('books', 'books.pk', 'entry.book_pk')
    .select(['entry.pk', 'entry.book_pk', 'entry.filled_at', 'entry.wanted_key'])
    .select(['entry.wanted_series', 'entry.wanted_number', 'entry.wanted_volume', 'entry.wanted_year'])
    .select(decisionOn('entry'))
    .select(sql<number>`case when ${seen} then 1 else 0 end`.as('seen'))
    .where('entry.list_pk', '=', listPk)
    .where(sql<SqlBool>`(entry.id = ${id} or (books.id = ${id} and ${seen}))`)
    .executeTakeFirst()
  return (
    row && {
      pk: row.pk,
      bookPk: row.book_pk,
      wasMissing: row.wanted_key !== null && (row.book_pk === null || row.filled_at !== null),
      isNamed: row.wanted_key !== null,
      isMissing: row.book_pk === null,
      decision: row.decision,
      hasHidden: row.book_pk !== null && Number(row.seen) === 0,
      named: namedBy(row),
    }
  )
}

function membersStatement(viewer: Viewer, kind: Kind) {
  const { members, table, column } = kind
  const seen = kind.seen(viewer)
  const item = sql.ref(`${table}.pk`)
  const [which, id, itemPk] =
    table === 'books'
      ? ([
          sql<SqlBool>`(${isWanted(viewer)} or (books.pk is not null and ${seen}))`,
          sql`case when ${isWanted(viewer)} then member.id else books.id end`,
          sql`case when ${isWanted(viewer)} then null else books.pk end`,
        ] as const)
      : ([seen, sql`series.id`, item] as const)
  return {
    key: `curated lists|${members} members|${visibilityKey(viewer)}`,
    build: (p: { readonly list: number }) => sql<MemberRow>`select member.pk, ${id} as id,
        ${itemPk} as ${sql.ref('itemPk')}, member.position
      from ${sql.table(members)} as member
      left join ${sql.table(table)} on ${item} = ${sql.ref(`member.${column}`)}
      where member.list_pk = ${p.list} and ${which} order by member.position, member.pk`,
  }
}

interface MemberIdRow {
  readonly list_pk: number
  readonly position: number
  readonly pk: number
  readonly id: string
}

/** Ids of visible members of each manual list, in list order. */
export async function memberIds(
  reader: Reader,
  viewer: Viewer,
  kind: Kind,
  pks: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const { members, table, column } = kind
  const ids = new Map<number, string[]>(pks.map(pk => [pk, []]))
  let rows: readonly MemberIdRow[] = []
  do {
    const { list_pk: list = 0, position = 0, pk = 0 } = rows.at(-1) ?? {}
    const values = { pks: JSON.stringify(pks), list, position, pk }
    rows = await runPrepared<MemberIdRow, typeof values>(
      reader,
      `curated lists|${members} ids|${visibilityKey(viewer)}`,
      values,
      p => sql`select member.list_pk, member.position, member.pk, ${sql.ref(`${table}.id`)} as id
        from ${sql.table(members)} as member
        inner join ${sql.table(table)} on ${sql.ref(`${table}.pk`)} = ${sql.ref(`member.${column}`)}
        where ${reader.dialect.isKeyOf(sql.ref('member.list_pk'), p.pks)} and ${kind.seen(viewer)}
          and (member.list_pk, member.position, member.pk) > (${p.list}, ${p.position}, ${p.pk})
        order by member.list_pk, member.position, member.pk limit ${sql.lit(IDS_AT_ONCE)}`,
    )
    for (const row of rows) ids.get(row.list_pk)?.push(row.id)
  } while (rows.length === IDS_AT_ONCE)
  return ids
}

/** Keys of manual lists with members in one of these libraries. */
export async function listsInLibraries(
  reader: Reader,
  viewer: Viewer,
  kind: Kind,
  libraryIds: readonly string[],
): Promise<ReadonlySet<number>> {
  const { members, table, column } = kind
  const values = { ids: JSON.stringify(libraryIds.map(id => ({ id: id.toLowerCase() }))) }
  const rows = await runPrepared<{ list_pk: number }, typeof values>(
    reader,
    `curated lists|${members} libraries|${visibilityKey(viewer)}`,
    values,
    p => sql`select distinct member.list_pk from ${sql.table(members)} as member
      inner join ${sql.table(table)} on ${sql.ref(`${table}.pk`)} = ${sql.ref(`member.${column}`)}
      inner join curated_lists as list on list.pk = member.list_pk and list.condition is null
      inner join libraries on libraries.pk = ${sql.ref(`${table}.library_pk`)}
      inner join ${reader.dialect.jsonRows<{ id: string }>(p.ids, { id: 'text' })} as asked on asked.id = libraries.id
      where ${kind.seen(viewer)}`,
  )
  return new Set(rows.map(({ list_pk }) => list_pk))
}
