import { expect } from 'bun:test'
import { sql } from 'kysely'
import type { Connection } from './connection'
import { followBooks, passOn } from './lineage'
import type { JournalRow } from './lineage.types'
import { takeBack } from './lineage-journal'
import type { Fate, Gone, Reference } from './schema/table'
import { entryOf } from './tables'
import { type AnyRow, type AnyRows, createAnyRows } from './testing-any-row'
import { readSchema, type TableFacts } from './testing-schema'
import type { Tx } from './write'

/** One reference of a table, with the database's description of the table. */
interface Case {
  readonly table: string
  readonly column: string
  readonly facts: TableFacts
}

interface Scene extends Case {
  readonly tx: Tx
  readonly rows: AnyRows
}

/**
 * Applies every possible event to the books, series and users that rows of a table refer to, and expects exactly what
 * the registry says of each reference. Cleans up after itself.
 */
export async function expectLineage(connection: Connection, table: string): Promise<void> {
  const schema = await connection.write(readSchema)
  const facts = schema.find(({ name }) => name === table)
  if (!facts) throw new Error(`There is no table ${table}`)
  for (const [column, reference] of Object.entries(entryOf(table)?.references ?? {})) {
    const play = (act: (scene: Scene) => Promise<void>) =>
      rolledBack(connection, async tx => act({ table, column, facts, tx, rows: await createAnyRows(tx, schema) }))
    await play(scene => expectGone(scene, reference))
    if (reference.to === 'users') continue
    for (const event of ['found', 'merged'] as const) {
      for (const conflicts of typeof reference[event] === 'object' ? [false, true] : [false]) {
        await play(scene =>
          expectSuccession(scene, reference.to === 'books' ? 'books' : 'series', event, reference[event], conflicts),
        )
      }
    }
    await play(scene => expectTakenBack(scene, reference.to === 'books' ? 'books' : 'series', reference.merged))
    if (reference.to === 'series') await play(scene => expectMoved(scene, reference.moved))
  }
}

async function rolledBack(connection: Connection, act: (tx: Tx) => Promise<void>): Promise<void> {
  const end = new Error('rolled back')
  try {
    await connection.write(async tx => {
      await act(tx)
      throw end
    })
  } catch (error) {
    if (error !== end) throw error
  }
}

async function expectSuccession(
  { table, column, facts, tx, rows }: Scene,
  of: 'books' | 'series',
  event: 'found' | 'merged',
  fate: Fate,
  conflicts: boolean,
): Promise<void> {
  const fresh = () => (of === 'books' ? rows.book() : rows.series())
  const [fromPk, heirPk, otherPk] = [await fresh(), await fresh(), await fresh()]
  for (const pk of [fromPk, heirPk, otherPk]) await rows.insert(table, { [column]: pk })
  if (conflicts && typeof fate === 'object') {
    for (const order of [
      [fromPk, heirPk],
      [heirPk, fromPk],
    ]) {
      const key: Record<string, unknown> = {}
      for (const name of fate.key) key[name] = await rows.value(table, name)
      // The second one is newer: values grow.
      for (const pk of order) {
        await rows.insert(table, {
          ...key,
          ...(fate.by && { [fate.by]: await rows.value(table, fate.by) }),
          [column]: pk,
        })
      }
    }
  }
  const before = await rows.all(table)
  const called: unknown[] = []
  const recounted: number[] = []
  const accepted = await passOn(tx, { of, event }, [{ fromPk, heirPk }], {
    pass: Object.fromEntries([[table, async (_tx: Tx, succession: unknown) => void called.push(succession)]]),
    recount: async (_tx, pk) => void recounted.push(pk),
  })
  const place = `${table}.${column} ${event}`
  if (conflicts && typeof fate === 'object' && fate.pass === 'refuse') {
    expect([place, accepted]).toEqual([place, []])
    expectRows(place, await rows.all(table), before)
    return
  }
  expect([place, accepted]).toEqual([place, [{ fromPk, heirPk }]])
  expect([place, called]).toEqual([place, fate === 'handler' ? [{ fromPk, heirPk }] : []])
  if (fate === 'recount') expect([place, recounted]).toEqual([place, [fromPk, heirPk]])
  await sql`delete from ${sql.table(of)} where pk = ${fromPk}`.execute(tx.query)
  const left = before.filter(row => table !== of || row.pk !== fromPk)
  expectRows(place, await rows.all(table), afterSuccession(left, { column, facts }, fate, fromPk, heirPk))
}

/** Undoing a merge leaves every row as it was; only sums are dropped. */
async function expectTakenBack(
  { table, column, facts, tx, rows }: Scene,
  of: 'books' | 'series',
  fate: Fate,
): Promise<void> {
  if (typeof fate === 'object' ? fate.pass === 'refuse' : ['handler', 'recount', 'drop'].includes(fate)) return
  const fresh = () => (of === 'books' ? rows.book() : rows.series())
  const [fromPk, heirPk] = [await fresh(), await fresh()]
  const key: Record<string, unknown> = {}
  const named = typeof fate === 'object' ? [...fate.key, ...(fate.by ? [fate.by] : [])] : []
  for (const name of named) key[name] = await rows.value(table, name)
  const isLinked = (name: string) => facts.foreignKeys.some(each => each.column === name)
  const texts = facts.columns.filter(({ name, type }) => type === 'text' && name !== column && !isLinked(name))
  // Rows of some tables have no key: they are compared by content.
  const own = async () =>
    Object.fromEntries(await Promise.all(texts.map(async ({ name }) => [name, await rows.value(table, name)])))
  for (const pk of [heirPk, fromPk]) await rows.insert(table, { ...(await own()), ...key, [column]: pk })
  for (const pk of [heirPk, fromPk]) await rows.insert(table, { ...(await own()), [column]: pk })
  const before = await rows.all(table)
  const journal: JournalRow[] = []
  const owners = { pass: {}, recount: async () => undefined, journal }
  await passOn(tx, { of, event: 'merged' }, [{ fromPk, heirPk }], owners)
  if (fate !== 'keep') expect(await rows.all(table)).not.toEqual(before)
  await takeBack(tx, of, { fromPk, heirPk }, journal)
  expectRows(`${table}.${column} taken back`, await rows.all(table), before)
}

/** The expected rows by the registry, computed row by row. */
function afterSuccession(
  before: readonly AnyRow[],
  { column, facts }: Pick<Case, 'column' | 'facts'>,
  fate: Fate,
  fromPk: number,
  heirPk: number,
): AnyRow[] {
  if (fate === 'keep') return afterGone(before, { column, facts }, 'keep', fromPk)
  const isFrom = (row: AnyRow) => row[column] === fromPk
  if (fate === 'drop' || fate === 'recount' || fate === 'handler') return before.filter(row => !isFrom(row))
  const passed = before.map(row => (isFrom(row) ? { ...row, [column]: heirPk } : row))
  if (fate === 'pass') return passed
  const { key, by } = fate
  const isSame = (one: AnyRow, other: AnyRow) => key.every(name => one[name] !== null && one[name] === other[name])
  const stays = (row: AnyRow) => {
    const rival = before.find(
      other => other[column] === (isFrom(row) ? heirPk : fromPk) && isSame(other, row) && other !== row,
    )
    if (!rival || (!isFrom(row) && row[column] !== heirPk)) return true
    if (fate.pass === 'newest' && by !== undefined) return Number(row[by]) > Number(rival[by])
    return !isFrom(row)
  }
  return passed.filter((_, at) => stays(before[at] ?? {}))
}

async function expectGone({ table, column, facts, tx, rows }: Scene, { to, gone }: Reference): Promise<void> {
  const fresh = () => ({ books: rows.book, series: rows.series, users: rows.user })[to]()
  const [gonePk, otherPk] = [await fresh(), await fresh()]
  for (const pk of [gonePk, otherPk]) await rows.insert(table, { [column]: pk })
  const before = await rows.all(table)
  await sql`delete from ${sql.table(to)} where pk = ${gonePk}`.execute(tx.query)
  const left = before.filter(row => table !== to || row.pk !== gonePk)
  expectRows(`${table}.${column} gone`, await rows.all(table), afterGone(left, { column, facts }, gone, gonePk))
}

function afterGone(
  before: readonly AnyRow[],
  { column, facts }: Pick<Case, 'column' | 'facts'>,
  gone: Gone,
  gonePk: number,
): AnyRow[] {
  if (gone === 'drop') return before.filter(row => row[column] !== gonePk)
  const isLinked = facts.foreignKeys.some(key => key.column === column)
  return before.map(row => (isLinked && row[column] === gonePk ? { ...row, [column]: null } : row))
}

async function expectMoved(
  { table, column, tx, rows }: Scene,
  moved: Extract<Reference, { to: 'series' }>['moved'],
): Promise<void> {
  const bookPk = await rows.book()
  const bookOf = tx.query.selectFrom('books').select('series_pk').where('pk', '=', bookPk)
  const { series_pk: fromPk } = await bookOf.executeTakeFirstOrThrow()
  const toPk = await rows.series()
  const follow = typeof moved === 'object' ? moved.follow : undefined
  await rows.insert(table, { [column]: fromPk, ...(follow && { [follow]: bookPk }) })
  // Of another book, which remains.
  await rows.insert(table, { [column]: follow ? fromPk : await rows.series() })
  if (table !== 'books') await tx.query.updateTable('books').set({ series_pk: toPk }).where('pk', '=', bookPk).execute()
  const before = await rows.all(table)
  await followBooks(tx, toPk)
  const follows = (row: AnyRow) => follow !== undefined && row[follow] === bookPk
  const after = before.map(row => (follows(row) ? { ...row, [column]: toPk } : row))
  expectRows(`${table}.${column} moved`, await rows.all(table), after)
}

/** A trigger copies the words of its series into a book. */
function expectRows(place: string, found: readonly AnyRow[], expected: readonly AnyRow[]): void {
  const texts = (rows: readonly AnyRow[]) =>
    rows
      .map(({ series_words, ...row }) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))))
      .toSorted()
  expect([place, ...texts(found)]).toEqual([place, ...texts(expected)])
}
