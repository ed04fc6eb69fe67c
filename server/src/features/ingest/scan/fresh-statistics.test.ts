import { afterAll, afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { forEachDatabase } from '../../../db/testing'
import { startParserPool } from '../../../workers'
import { createFreshStatistics } from './fresh-statistics'
import { createTestLibrary, type TestLibrary } from './testing'

setDefaultTimeout(60_000)
const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

/** A refresh that runs until it is aborted. */
function slow() {
  const begun: PromiseWithResolvers<void>[] = []
  const refresh = () => {
    const one = Promise.withResolvers<void>()
    begun.push(one)
    return one.promise
  }
  return { begun, refresh }
}

test('are updated one at a time, after each such number of books, and once more at the end', async () => {
  const { begun, refresh } = slow()
  const statistics = createFreshStatistics(100, refresh)
  statistics.written(99)
  expect(begun).toHaveLength(0)
  statistics.written(1)
  statistics.written(500)
  expect(begun).toHaveLength(1)
  statistics.written(7)
  const finished = statistics.finish()
  begun[0]?.resolve()
  await begun[0]?.promise
  while (begun.length < 2) await Promise.resolve()
  begun[1]?.resolve()
  await finished
  expect(begun).toHaveLength(2)
})

test('a small scan updates none', async () => {
  const { begun, refresh } = slow()
  const statistics = createFreshStatistics(100, refresh)
  statistics.written(99)
  await statistics.finish()
  expect(begun).toHaveLength(0)
})

forEachDatabase('after a large scan', database => {
  let library: TestLibrary
  beforeEach(async () => {
    library = await createTestLibrary(database.connection, pool, { statisticsAfter: 2 })
  })
  afterEach(() => library.remove())

  test('the database knows how many books there are', async () => {
    const { connection } = database
    const known = async () => {
      const sql =
        connection.kind === 'sqlite'
          ? `select max(cast(stat as integer)) as books from sqlite_stat1 where tbl = 'books' group by tbl`
          : `select cast(reltuples as integer) as books from pg_class where oid = 'books'::regclass and reltuples >= 0`
      return (await connection.reader.run<{ books: number }>(sql, []))[0]?.books
    }
    await connection.refreshStatistics()
    expect(await known()).toBeUndefined()
    for (const name of ['A/1.cbz', 'A/2.cbz', 'B/3.cbz']) await library.files.add(name)
    await library.scan()
    expect(await known()).toBe(3)
  })
})
