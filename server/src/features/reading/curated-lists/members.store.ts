import { sql } from 'kysely'
import { insertRows, type Tx } from '../../../db'
import { newId } from '../../../kernel/ids'
import type { Kind } from './kind'

/** A named book of a list that no library has yet, or its match. */
export interface NewEntry {
  readonly bookPk: number | null
  readonly section: string | null
  readonly wanted: {
    readonly series: string
    readonly key: string
    readonly number: string | null
    readonly volume: number | null
    readonly year: number | null
  } | null
  readonly undecided?: boolean | null | undefined
}

export interface Extent {
  readonly total: number
  readonly last: number
}

/** Number of rows and last position of a list; first removes rows of deleted books. */
export async function extentOf(tx: Tx, { members }: Kind, listPk: number): Promise<Extent> {
  if (members === 'read_list_entries') {
    await tx.query
      .deleteFrom('read_list_entries')
      .where('list_pk', '=', listPk)
      .where('book_pk', 'is', null)
      .where('wanted_key', 'is', null)
      .execute()
  }
  const row = await tx.query
    .selectFrom(members)
    .select([sql<number>`count(*)`.as('total'), sql<number | null>`max(position)`.as('last')])
    .where('list_pk', '=', listPk)
    .executeTakeFirstOrThrow()
  return { total: Number(row.total), last: Number(row.last ?? -1) }
}

/** Appends items that are not in the list yet. */
export async function addMembers(
  tx: Tx,
  { members }: Kind,
  listPk: number,
  itemPks: readonly number[],
  from: number,
  now: number,
): Promise<void> {
  const place = (at: number) => ({ list_pk: listPk, position: from + at, added_at: now })
  if (members === 'read_list_entries') {
    const rows = itemPks.map((book_pk, at) => ({ id: newId(), book_pk, ...place(at) }))
    return insertRows(tx, 'read_list_entries', rows, { ignoreKnown: true })
  }
  const rows = itemPks.map((series_pk, at) => ({ series_pk, ...place(at) }))
  await insertRows(tx, 'collection_series', rows, { ignoreKnown: true })
}

export async function addEntries(
  tx: Tx,
  listPk: number,
  entries: readonly NewEntry[],
  from: number,
  now: number,
): Promise<void> {
  const rows = entries.map(({ bookPk, section, wanted, undecided }, at) => ({
    id: newId(),
    list_pk: listPk,
    book_pk: bookPk,
    position: from + at,
    section,
    wanted_series: wanted?.series ?? null,
    wanted_key: wanted?.key ?? null,
    wanted_number: wanted?.number ?? null,
    wanted_volume: wanted?.volume ?? null,
    wanted_year: wanted?.year ?? null,
    undecided: bookPk === null ? (undecided ?? null) : null,
    declined_at: bookPk === null && undecided === false ? now : null,
    added_at: now,
  }))
  await insertRows(tx, 'read_list_entries', rows, { ignoreKnown: true })
}

export async function removeMembers(tx: Tx, { members }: Kind, pks: readonly number[]): Promise<void> {
  if (pks.length === 0) return
  const which = tx.dialect.isKeyOf(sql.ref('pk'), JSON.stringify(pks))
  await sql`delete from ${sql.table(members)} where ${which}`.execute(tx.query)
}

/** Sets positions of rows, in one statement. */
export async function placeMembers(
  tx: Tx,
  { members }: Kind,
  places: readonly { readonly pk: number; readonly position: number }[],
): Promise<void> {
  const rows = tx.dialect.jsonRows<{ pk: number; position: number }>(JSON.stringify(places), {
    pk: 'bigint',
    position: 'bigint',
  })
  await sql`update ${sql.table(members)} set position = place.position from ${rows} as place
    where ${sql.ref(`${members}.pk`)} = place.pk`.execute(tx.query)
}

export async function setSection(tx: Tx, pk: number, section: string | null): Promise<void> {
  await tx.query.updateTable('read_list_entries').set({ section }).where('pk', '=', pk).execute()
}

/** An entry that had a book when it was imported was never missing: to others it stays hidden with its book. */
export async function setEntryBook(
  tx: Tx,
  {
    pk,
    bookPk,
    undecided,
  }: { readonly pk: number; readonly bookPk: number | null; readonly undecided: boolean | null },
  now: number,
): Promise<void> {
  await tx.query
    .updateTable('read_list_entries')
    .set({
      book_pk: bookPk,
      filled_at: sql`case when book_pk is null then ${sql.val(now)} else filled_at end`,
      refused_book_id:
        bookPk === null
          ? sql`coalesce((select id from books where books.pk = read_list_entries.book_pk), refused_book_id)`
          : null,
      undecided,
      declined_at: undecided === false ? sql`coalesce(declined_at, ${sql.val(now)})` : null,
    })
    .where('pk', '=', pk)
    .execute()
}

/** Adds a book right after an entry, as if it had been added by hand. */
export async function addAfter(tx: Tx, pk: number, bookPk: number | null, now: number): Promise<void> {
  const { list_pk, position } = await tx.query
    .selectFrom('read_list_entries')
    .select(['list_pk', 'position'])
    .where('pk', '=', pk)
    .executeTakeFirstOrThrow()
  const row = { id: newId(), list_pk, position, book_pk: bookPk, added_at: now }
  await tx.query.insertInto('read_list_entries').values(row).execute()
}

/**
 * Marks entries with several candidates, and unmarks those without. Never overwrites a decision of the owner. Returns
 * the keys of the changed ones.
 */
export async function markUndecided(
  tx: Tx,
  entries: readonly { readonly pk: number; readonly undecided: boolean }[],
): Promise<readonly number[]> {
  const changed: number[] = []
  for (const undecided of [true, false]) {
    const pks = entries.filter(entry => entry.undecided === undecided).map(({ pk }) => pk)
    if (pks.length === 0) continue
    const which = tx.dialect.isKeyOf(sql.ref('pk'), JSON.stringify(pks))
    const { rows } = await sql<{
      pk: number
    }>`update read_list_entries set undecided = ${undecided ? sql`true` : sql`null`}
      where ${which} and book_pk is null and ${undecided ? sql`undecided is null` : sql`undecided`}
      returning pk`.execute(tx.query)
    changed.push(...rows.map(({ pk }) => Number(pk)))
  }
  return changed
}

/**
 * Missing entries with newly available books, unless the list has such a book already, or a person has taken it out or
 * declined all that match. Returns the keys of the filled ones.
 */
export async function fillEntries(
  tx: Tx,
  found: readonly { readonly pk: number; readonly bookPk: number }[],
  now: number,
): Promise<readonly number[]> {
  const entries = tx.dialect.jsonRows<{ pk: number; book_pk: number }>(
    JSON.stringify(found.map(({ pk, bookPk }) => ({ pk, book_pk: bookPk }))),
    { pk: 'bigint', book_pk: 'bigint' },
  )
  const { rows } = await sql<{
    pk: number
  }>`update read_list_entries set book_pk = found.book_pk, filled_at = ${now},
      undecided = case when undecided then null else undecided end from ${entries} as found
    where read_list_entries.pk = found.pk and read_list_entries.book_pk is null
      and (read_list_entries.undecided is null or read_list_entries.undecided or exists (select 1 from books
        where books.pk = found.book_pk and books.created_at > read_list_entries.declined_at)) and not exists (select 1 from read_list_entries as other
      where other.list_pk = read_list_entries.list_pk and other.book_pk = found.book_pk) and not exists (select 1 from books
      where books.pk = found.book_pk and books.id = read_list_entries.refused_book_id)
    returning read_list_entries.pk`.execute(tx.query)
  return rows.map(({ pk }) => Number(pk))
}
