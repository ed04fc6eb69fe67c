import { type SqlBool, sql } from 'kysely'
import { insertRows, jsonText, runPrepared, type Tx, updateRows } from '../../../db'
import { newId } from '../../../kernel/ids'
import { relearn } from './known-facets.store'

/** A merge: names that became aliases, with their own aliases. A rename: old and new name. */
export type ChangeDetails = ({ readonly action: 'merge' } & Merging) | ({ readonly action: 'rename' } & Renaming)

export interface Merging {
  readonly names: readonly MergedName[]
}

export interface Renaming {
  readonly before: string
  readonly after: string
  /** The new name was an alias before. */
  readonly wasAlias: boolean
}

export interface MergedName {
  readonly pk: number
  readonly name: string
  readonly aliases: readonly number[]
}

export interface NewChange {
  readonly facetPk: number
  readonly details: ChangeDetails
  readonly books: number
  readonly series: number
  readonly userPk: number
  readonly at: number
}

/** Returns its key. */
export async function recordChange(tx: Tx, change: NewChange): Promise<number> {
  const { facetPk, details, books, series, userPk, at } = change
  const { action, ...said } = details
  const row = { id: newId(), facet_pk: facetPk, action, details: JSON.stringify(said), books, series }
  const user = await tx.query.selectFrom('users').select('username').where('pk', '=', userPk).executeTakeFirst()
  const by = { user_pk: user ? userPk : null, user_name: user?.username ?? null }
  const { pk } = await tx.query
    .insertInto('name_changes')
    .values({ ...row, ...by, at })
    .returning('pk')
    .executeTakeFirstOrThrow()
  if (details.action === 'merge') {
    await tx.query
      .updateTable('facets')
      .set({ change_pk: pk })
      .where(
        'pk',
        'in',
        details.names.map(name => name.pk),
      )
      .execute()
  }
  return pk
}

/** Names that will become aliases, with their own aliases. */
export async function mergedNames(tx: Tx, pks: readonly number[]): Promise<MergedName[]> {
  const rows = await tx.query
    .selectFrom('facets')
    .select(['pk', 'name', 'alias_of'])
    .where(eb => eb.or([eb('pk', 'in', [...pks]), eb('alias_of', 'in', [...pks])]))
    .orderBy('pk')
    .execute()
  return rows
    .filter(row => row.alias_of === null)
    .map(({ pk, name }) => ({
      pk,
      name,
      aliases: rows.filter(row => row.alias_of === pk).map(row => row.pk),
    }))
}

/** A link of a book or series to an alias, as it was before a merge. */
export interface FormerLink {
  readonly pk: number
  readonly facet_pk: number
  readonly member_pk: number
  /** The name itself was linked as well. */
  readonly had: number
  /** JSON of `Said`; null if nothing was stored. */
  readonly said: string | null
}

/** What was stored of an alias, and its position relative to the name itself, if that was stored in the same list. */
export interface Said {
  readonly element: string | { readonly name: string }
  readonly own: 'before' | 'after' | null
}

/** What has names. */
export type Member = 'book' | 'series'

const COLUMN = { book: 'book_pk', series: 'series_pk' } as const

/** Records who was linked to the aliases of a merge. */
export async function noteLinks(
  tx: Tx,
  member: Member,
  links: readonly {
    readonly member_pk: number
    readonly facet_pk: number
    readonly change_pk: number | null
    readonly had: number
  }[],
): Promise<void> {
  const rows = links.flatMap(({ member_pk, facet_pk, change_pk, had }) =>
    change_pk === null ? [] : [{ change_pk, facet_pk, [COLUMN[member]]: member_pk, had }],
  )
  if (rows.length > 0) await insertRows(tx, 'name_links', rows)
}

/** Records what was stored with books or series of aliases; an existing record stays. */
export async function noteSaid(
  tx: Tx,
  member: Member,
  said: readonly { readonly member_pk: number; readonly facet_pk: number; readonly said: readonly Said[] }[],
): Promise<void> {
  const column = COLUMN[member]
  const rows = said.map(each => {
    return { [column]: each.member_pk, facet_pk: each.facet_pk, said: JSON.stringify(each.said) }
  })
  const only = sql<SqlBool>`name_links.said is null`
  await updateRows(tx, 'name_links', 'said', rows, { by: [column, 'facet_pk'], only })
}

/** The next links of a change, for a limited number of books or series. */
export async function formerLinks(tx: Tx, member: Member, changePk: number, limit: number): Promise<FormerLink[]> {
  const column = COLUMN[member]
  const members = tx.query
    .selectFrom('name_links')
    .select(column)
    .distinct()
    .where('change_pk', '=', changePk)
    .where(column, 'is not', null)
    .orderBy(column)
    .limit(limit)
  return tx.query
    .selectFrom('name_links')
    .select(['pk', 'facet_pk', `${column} as member_pk`, 'had', 'said'])
    .where('change_pk', '=', changePk)
    .where(column, 'in', eb => eb.selectFrom(members.as('chosen')).select(column))
    .orderBy('pk')
    .$castTo<FormerLink>()
    .execute()
}

export async function forgetLinks(tx: Tx, pks: readonly number[]): Promise<void> {
  await tx.query
    .deleteFrom('name_links')
    .where('pk', 'in', [...pks])
    .execute()
}

/** Adds or removes links of books or series to a name. */
export async function relink(
  tx: Tx,
  member: Member,
  links: { readonly gained: readonly Link[]; readonly lost: readonly Link[] },
): Promise<void> {
  const { table, column } = member === 'book' ? OF_BOOK : OF_SERIES
  const rows = (json: string) => tx.dialect.jsonRows<Link>(json, { member_pk: 'bigint', facet_pk: 'bigint' })
  if (links.gained.length > 0) {
    await runPrepared(
      tx,
      `facets.relink|${table}`,
      { rows: jsonText(links.gained) },
      p => sql`insert into ${sql.table(table)} (${sql.ref(column)}, facet_pk)
          select given.member_pk, given.facet_pk from ${rows(p.rows)} as given where 1 = 1 on conflict do nothing`,
    )
  }
  if (links.lost.length > 0) {
    await runPrepared(
      tx,
      `facets.unlink|${table}`,
      { rows: jsonText(links.lost) },
      p => sql`delete from ${sql.table(table)} where (${sql.ref(column)}, facet_pk) in
          (select given.member_pk, given.facet_pk from ${rows(p.rows)} as given)`,
    )
  }
}

const OF_BOOK = { table: 'book_facets', column: 'book_pk' } as const
const OF_SERIES = { table: 'series_facets', column: 'series_pk' } as const

export type Link = { readonly member_pk: number; readonly facet_pk: number }

/**
 * Turns aliases of a merge into names again, each with its own aliases. Returns those that still were aliases of the
 * name.
 */
export async function separate(tx: Tx, facetPk: number, names: readonly MergedName[]): Promise<MergedName[]> {
  const still = await tx.query
    .selectFrom('facets')
    .select('pk')
    .where('alias_of', '=', facetPk)
    .where('alias_of', 'is not', null)
    .where(
      'pk',
      'in',
      names.map(name => name.pk),
    )
    .execute()
  const pks = new Set(still.map(row => row.pk))
  const back = names.filter(name => pks.has(name.pk))
  for (const { pk, aliases } of back) {
    await tx.query.updateTable('facets').set({ alias_of: null, change_pk: null }).where('pk', '=', pk).execute()
    if (aliases.length > 0) {
      await tx.query
        .updateTable('facets')
        .set({ alias_of: pk })
        .where('pk', 'in', [...aliases])
        .where('alias_of', '=', facetPk)
        .execute()
    }
    await relearn(tx, pk)
  }
  await relearn(tx, facetPk)
  return back
}

/** A change of a name; null if the id is not one of its changes. */
export async function changeOf(tx: Tx, facetPk: number, id: string) {
  const row = await tx.query
    .selectFrom('name_changes')
    .selectAll()
    .where('facet_pk', '=', facetPk)
    .where('id', '=', id.toLowerCase())
    .modifyEnd(tx.dialect.forUpdate)
    .executeTakeFirst()
  return row ?? null
}

export async function markUndone(tx: Tx, pk: number, at: number): Promise<void> {
  await tx.query.updateTable('name_changes').set({ undone_at: at }).where('pk', '=', pk).execute()
}

/** Deletes changes before a time, with their links; at most `limit` links at once. */
export async function deleteChanges(tx: Tx, before: number, limit: number): Promise<number> {
  const old = sql`(select pk from name_changes where at < ${before})`
  const links = await sql`delete from name_links where pk in
    (select pk from name_links where change_pk in ${old} limit ${sql.lit(limit)})`.execute(tx.query)
  const deleted = Number(links.numAffectedRows ?? 0n)
  if (deleted >= limit) return deleted
  const changes = await sql`delete from name_changes where pk in
    (select pk from name_changes where at < ${before} order by at limit ${sql.lit(limit - deleted)})`.execute(tx.query)
  return deleted + Number(changes.numAffectedRows ?? 0n)
}
