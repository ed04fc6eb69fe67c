import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { migratedPostgres, migratedSqlite } from '../../../../tests/kit/migrated'
import { temporaryFolder } from '../../../../tests/kit/paths'
import type { PostgresDatabase } from '../../../../tests/kit/postgres'
import { connect } from '../connect'
import { migrate, migrateUnfinished } from '../migrate'
import { everyRow, fillEveryTable } from '../testing-every-table'
import { copyTables } from './copy-tables'
import { postgresSource, postgresTarget } from './postgres-rows'
import { nextFetch } from './rows'
import { snapshotSqlite, sqliteSource, sqliteTarget } from './sqlite-rows'

setDefaultTimeout(120_000)

const folder = temporaryFolder('copy')
const file = (name: string) => join(folder.path, name, 'octavo.db')
let postgres: PostgresDatabase

beforeAll(async () => {
  for (const name of ['from', 'back', 'cut']) {
    await Bun.write(join(folder.path, name, '.here'), '')
    await migratedSqlite(join(folder.path, name))
  }
  postgres = await migratedPostgres()
  await fillEveryTable(join(folder.path, 'from'))
})
afterAll(async () => {
  await postgres.drop()
  folder.remove()
})

test('every row is copied to PostgreSQL and back, with keys, references and search words', async () => {
  const there = await copyTables(sqliteSource(file('from')), await postgresTarget(postgres.url), { name: 'from' })
  expect(there.filter(({ rows }) => rows < 2)).toEqual([])
  const back = sqliteTarget(file('back'))
  const returned = await copyTables(await postgresSource(postgres.url), back, { name: 'postgres' })
  await back.close()
  expect(Object.fromEntries(returned.map(({ table, sum }) => [table, sum]))).toEqual(
    Object.fromEntries(there.map(({ table, sum }) => [table, sum])),
  )
  expect(everyRow(file('back'))).toEqual(everyRow(file('from')))
  const words = (path: string) => new Database(path).query('select count(*) from series_search').values()
  expect(words(file('back'))).toEqual(words(file('from')))

  // Both continue to work for servers.
  for (const options of [
    { databaseUrl: postgres.url, dataDir: '/nowhere' },
    { databaseUrl: null, dataDir: join(folder.path, 'back') },
  ]) {
    const connection = await connect(options)
    expect(await migrate(connection)).toEqual([])
    const { pk } = await connection.write(tx =>
      tx.query.insertInto('sharing_sets').values({ tags_key: 'new' }).returning('pk').executeTakeFirstOrThrow(),
    )
    expect(pk).toBe(778)
    await expect(
      connection.write(tx => tx.run(`update books set series_pk = 99999999 where pk = 1`, [])),
    ).rejects.toThrow()
    await connection.close()
  }
})

test('an interrupted copy continues from the same source, and no server starts on an incomplete one', async () => {
  const seen: string[] = []
  const stop = new AbortController()
  const first = sqliteTarget(file('cut'))
  const cut = copyTables(sqliteSource(file('from')), first, {
    name: 'from',
    signal: stop.signal,
    done: ({ table }) => {
      seen.push(table)
      if (table === 'series') stop.abort(new Error('killed'))
    },
  })
  await expect(cut).rejects.toThrow('killed')
  await first.close()

  const connection = await connect({ databaseUrl: null, dataDir: join(folder.path, 'cut') })
  await expect(migrate(connection)).rejects.toThrow('unfinished copy')
  await migrateUnfinished(connection)
  await connection.close()
  const other = sqliteTarget(file('cut'))
  await expect(copyTables(sqliteSource(file('back')), other, { name: 'back' })).rejects.toThrow(
    'an unfinished copy of something else (from)',
  )
  const copied = await copyTables(sqliteSource(file('from')), other, { name: 'from' })
  await other.close()
  expect(copied.flatMap(({ table, isOld }) => (isOld ? [table] : [])).sort()).toEqual(seen.sort())
  expect(everyRow(file('cut'))).toEqual(everyRow(file('from')))
})

test('a target with rows or a source of another version is refused before anything is written', async () => {
  const before = everyRow(file('back'))
  const target = sqliteTarget(file('back'))
  await expect(copyTables(sqliteSource(file('from')), target, { name: 'from' })).rejects.toThrow(
    'The target is not empty',
  )
  await target.close()
  expect(everyRow(file('back'))).toEqual(before)
  for (const [change, words] of [
    [`insert into schema_migrations values ('9999-later', 0, null)`, 'a newer version of Octavo'],
    [`delete from schema_migrations where name like '0044%'`, 'an older version of Octavo'],
  ] as const) {
    const path = join(folder.path, `${words}.db`)
    snapshotSqlite(file('from'), path)
    new Database(path).run(change)
    const empty = sqliteTarget(file('cut'))
    await expect(copyTables(sqliteSource(path), empty, { name: 'other' })).rejects.toThrow(words)
    await empty.close()
  }
})

test('long rows are fetched in small batches from either database', async () => {
  expect([nextFetch([['short']]), nextFetch(Array(200).fill([1])), nextFetch([['x'.repeat(2 ** 21)]])]).toEqual([
    4, 500, 2,
  ])
  const path = join(folder.path, 'long.db')
  const database = new Database(path, { create: true })
  database.run('create table long (text text)')
  // A megabyte and its key: three fit into four.
  for (let row = 0; row < 40; row++) database.query('insert into long values (?)').run('x'.repeat(2 ** 20))
  database.close()
  const source = sqliteSource(path)
  const parts: number[] = []
  for await (const rows of source.rows('long', ['text'])) parts.push(rows.length)
  await source.close()
  expect(parts).toEqual([8, ...Array(10).fill(3), 2])
})
