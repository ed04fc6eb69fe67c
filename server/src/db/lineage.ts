import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { JournalRow, Succession } from './lineage.types'
import type { Fate, PassByRule } from './schema/table'
import { TABLES } from './tables'
import type { Tx } from './write'

/** Successions: a thing found again under another row, or two things merged. */
export interface SuccessionKind {
  readonly of: 'books' | 'series'
  readonly event: 'found' | 'merged'
}

/** Handlers of table owners, passed in by the composition root. */
export interface OwnerHandlers {
  /** By table: passes on rows whose fate is `handler`. Handlers run first, so they see all rows unchanged. */
  readonly pass?: Readonly<Record<string, (tx: Tx, succession: Succession) => Promise<void>>>
  /** Recounts the sums of a series; needed when a series is replaced. */
  readonly recount?: (tx: Tx, seriesPk: number) => Promise<void>
  /** Called with every changed row, so that a succession can be reverted; see `takeBack`. */
  readonly journal?: JournalRow[]
}

/**
 * Passes on rows of replaced books or series, by the lineage in the registry. Each heir occurs once. Rows to be dropped
 * are deleted with the replaced row, by foreign key. Returns the successions that took place: if one table refuses a
 * succession, no table changes for it.
 * @throws Error when a handler is missing
 */
export async function passOn(
  tx: Tx,
  kind: SuccessionKind,
  successions: readonly Succession[],
  { pass = {}, recount, journal }: OwnerHandlers = {},
): Promise<readonly Succession[]> {
  const references = referencesTo(kind)
  const refused = new Set<number>()
  for (const { table, column, fate } of references) {
    if (typeof fate !== 'object' || fate.pass !== 'refuse') continue
    for (const pk of await refusedBy(tx, table, column, fate, successions)) refused.add(pk)
  }
  const accepted = successions.filter(({ fromPk }) => !refused.has(fromPk))
  if (accepted.length === 0) return []
  for (const { table, fate } of references) {
    if (fate !== 'handler') continue
    const handler = pass[table]
    if (!handler)
      throw new Error(`${table} has no handler by which its rows are passed on: give passOn one of its owner`)
    for (const succession of accepted) await handler(tx, succession)
  }
  for (const { table, column, fate } of references) {
    const note = (kind: JournalRow['kind'], rows: readonly Row[]) => {
      for (const row of rows) journal?.push({ table, column, kind, row })
    }
    if (typeof fate === 'object') note('dropped', await dropLosers(tx, table, column, fate, accepted))
    if (fate === 'pass' || typeof fate === 'object') note('moved', await repoint(tx, table, column, accepted))
  }
  if (references.some(({ fate }) => fate === 'recount')) {
    if (!recount) throw new Error(`Sums of ${kind.of} have no handler: give passOn a recount`)
    for (const { fromPk, heirPk } of accepted) {
      await recount(tx, fromPk)
      await recount(tx, heirPk)
    }
  }
  return accepted
}

/** A chunk: all rows of some readers or lists, which never conflict with those of others. */
function chunkedBy(table: string, fate: Fate): string | null {
  if (typeof fate === 'object') return fate.key.find(name => name === 'user_pk' || name === 'list_pk') ?? null
  const references = Object.entries(TABLES[table as keyof typeof TABLES].references ?? {})
  return fate === 'pass' ? (references.find(([, { to }]) => to === 'users')?.[0] ?? null) : null
}

async function ownersOf(tx: Tx, { table, column, fate }: Referring, fromPk: number, limit: number): Promise<number[]> {
  const owner = chunkedBy(table, fate)
  if (owner === null) return []
  const { rows } = await sql<{ readonly owner: number }>`select distinct ${sql.ref(owner)} as owner
    from ${sql.table(table)} where ${sql.ref(column)} = ${fromPk} and ${sql.ref(owner)} is not null
    order by owner limit ${limit}`.execute(tx.query)
  return rows.map(row => row.owner)
}

/**
 * Runs the part of `passOn` that grows with readers and lists, for one chunk of them in one table. Returns whether
 * there were any; `passOn` does the rest.
 */
export async function passSomeOn(
  tx: Tx,
  kind: SuccessionKind,
  succession: Succession,
  { limit, journal }: { readonly limit: number; readonly journal: JournalRow[] },
): Promise<boolean> {
  const references = referencesTo(kind)
  if (references.some(({ fate }) => typeof fate === 'object' && fate.pass === 'refuse')) return false
  for (const reference of references) {
    const owners = await ownersOf(tx, reference, succession.fromPk, limit)
    if (owners.length === 0) continue
    const { table, column, fate } = reference
    const chosen = tx.dialect.jsonRows<{ pk: number }>(JSON.stringify(owners.map(pk => ({ pk }))), { pk: 'bigint' })
    // Not `isKeyOf`: as a filter of rows found by another column, PostgreSQL would read its text again for each row.
    const only: Only = of =>
      sql<SqlBool>`${sql.ref(`${of}.${chunkedBy(table, fate)}`)} in (select chosen.pk from ${chosen} chosen)`
    const dropped = typeof fate === 'object' ? await dropLosers(tx, table, column, fate, [succession], only) : []
    const moved = await repoint(tx, table, column, [succession], only)
    for (const row of dropped) journal.push({ table, column, kind: 'dropped', row })
    for (const row of moved) journal.push({ table, column, kind: 'moved', row })
    return true
  }
  return false
}

/** Whether more than so many readers or lists have rows to pass on. */
export async function passesOnMuch(tx: Tx, kind: SuccessionKind, fromPk: number, most: number): Promise<boolean> {
  for (const reference of referencesTo(kind)) {
    if ((await ownersOf(tx, reference, fromPk, most + 1)).length > most) return true
  }
  return false
}

/** Moves rows that follow their books into another series; call it after live books have moved there. */
export async function followBooks(tx: Tx, seriesPk: number): Promise<void> {
  for (const [table, { references = {} }] of Object.entries(TABLES)) {
    for (const [column, reference] of Object.entries(references)) {
      if (reference.to !== 'series' || typeof reference.moved !== 'object') continue
      // Without `not deleted`, SQLite does not use the index of a series' books and reads all books.
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${seriesPk}
        where ${sql.ref(reference.moved.follow)} in (select pk from books where series_pk = ${seriesPk} and not deleted)
        and ${sql.ref(column)} <> ${seriesPk}`.execute(tx.query)
    }
  }
}

interface Referring {
  readonly table: string
  readonly column: string
  readonly fate: Fate
}

function referencesTo({ of, event }: SuccessionKind): Referring[] {
  return Object.entries(TABLES).flatMap(([table, { references = {} }]) =>
    Object.entries(references).flatMap(([column, reference]) =>
      reference.to !== 'users' && reference.to === of ? [{ table, column, fate: reference[event] }] : [],
    ),
  )
}

/** Keys of replaced rows that must stay, since the heir has a row with the same key. */
async function refusedBy(
  tx: Tx,
  table: string,
  column: string,
  { key }: PassByRule,
  successions: readonly Succession[],
): Promise<number[]> {
  // Cross join: makes SQLite start with the pairs and look up the rows of each.
  const { rows } = await sql<{ readonly pk: number }>`select distinct v.from_pk as pk from ${pairs(tx, successions)} v
    cross join ${sql.table(table)} given cross join ${sql.table(table)} own
    where given.${sql.ref(column)} = v.from_pk and own.${sql.ref(column)} = v.heir_pk
    and ${isSame(key, 'given', 'own')}`.execute(tx.query)
  return rows.map(({ pk }) => pk)
}

type Row = JournalRow['row']

/** Limits a statement to some owners, in the table of this name or alias. */
type Only = (of: string) => RawBuilder<SqlBool>

/** Of two rows with the same key, deletes the one that does not stay. Returns the deleted rows. */
async function dropLosers(
  tx: Tx,
  table: string,
  column: string,
  { pass, key, by }: PassByRule,
  successions: readonly Succession[],
  only: Only = () => always,
): Promise<Row[]> {
  if (pass === 'refuse') return []
  // The other rows are limited as well: PostgreSQL with old statistics compares each row with all of them.
  const lose = async (side: 'from_pk' | 'heir_pk', otherSide: 'from_pk' | 'heir_pk', isBetter: RawBuilder<SqlBool>) => {
    const sides = pairs(tx, successions)
    const { rows } =
      await sql<Row>`delete from ${sql.table(table)} where ${sql.ref(column)} in (select ${sql.ref(side)} from ${sides} v) and ${only(table)}
      and exists (select 1 from ${sides} v join ${sql.table(table)} other on other.${sql.ref(column)} = v.${sql.ref(otherSide)}
        where v.${sql.ref(side)} = ${sql.ref(`${table}.${column}`)} and ${only('other')} and ${isSame(key, 'other', table)} and ${isBetter}) returning *`.execute(
        tx.query,
      )
    return rows
  }
  const isNewer = by === undefined ? always : sql<SqlBool>`other.${sql.ref(by)} >= ${sql.ref(`${table}.${by}`)}`
  const given = await lose('from_pk', 'heir_pk', pass === 'newest' ? isNewer : always)
  // Among rows still in conflict, the given row is the newer one.
  return pass === 'newest' ? [...given, ...(await lose('heir_pk', 'from_pk', always))] : given
}

const always = sql<SqlBool>`1 = 1`

async function repoint(
  tx: Tx,
  table: string,
  column: string,
  successions: readonly Succession[],
  only: Only = () => always,
): Promise<Row[]> {
  const v = pairs(tx, successions)
  const { rows } = await sql<Row>`update ${sql.table(table)}
    set ${sql.ref(column)} = (select v.heir_pk from ${v} v where v.from_pk = ${sql.ref(`${table}.${column}`)})
    where ${sql.ref(column)} in (select v.from_pk from ${v} v) and ${only(table)} returning *`.execute(tx.query)
  return rows
}

function pairs(tx: Tx, successions: readonly Succession[]) {
  const text = JSON.stringify(successions.map(({ fromPk, heirPk }) => ({ from_pk: fromPk, heir_pk: heirPk })))
  return tx.dialect.jsonRows<{ from_pk: number; heir_pk: number }>(text, { from_pk: 'bigint', heir_pk: 'bigint' })
}

function isSame(key: readonly string[], one: string, other: string): RawBuilder<unknown> {
  if (key.length === 0) return always
  return sql.join(
    key.map(name => sql`${sql.ref(`${one}.${name}`)} = ${sql.ref(`${other}.${name}`)}`),
    sql` and `,
  )
}
