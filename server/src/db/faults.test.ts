import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { temporaryFolder } from '../../../tests/kit/paths'
import { freshPostgres } from '../../../tests/kit/postgres'
import { connect } from './connect'
import type { Connection } from './connection'
import { DatabaseFault, faultOf } from './faults'
import { migrate } from './migrate'
import { createTurns } from './turns'

setDefaultTimeout(60_000)

const folder = temporaryFolder('faults')
afterAll(() => folder.remove())

/** Another program that writes to the same file, until its input ends. */
function stranger(script: string) {
  return Bun.spawn(
    [
      process.execPath,
      '-e',
      `const { Database } = require('bun:sqlite')
       const database = new Database(${JSON.stringify(join(folder.path, 'octavo.db'))})
       database.run('pragma busy_timeout = 10000')
       ${script}`,
    ],
    { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' },
  )
}

async function firstLine(child: { stdout: ReadableStream<Uint8Array> }): Promise<void> {
  const reader = child.stdout.getReader()
  await reader.read()
  reader.releaseLock()
}

const counter = (connection: Connection) =>
  connection.reader.run<{ value: string }>("select value from settings where key = 'n'", [])

/** Reads, then writes a result of it: lost when two run concurrently. */
const increment = (connection: Connection) =>
  connection.write(async tx => {
    const [row] = await tx.run<{ value: string }>("select value from settings where key = 'n'", [])
    await tx.query
      .updateTable('settings')
      .set({ value: String(Number(row?.value) + 1) })
      .where('key', '=', 'n')
      .execute()
  })

describe('SQLite next to another program', () => {
  const open = async () => {
    const connection = await connect({ databaseUrl: null, dataDir: folder.path })
    await migrate(connection)
    await connection.write(tx => tx.run("delete from settings where key = 'n'", []))
    await connection.write(tx => tx.run("insert into settings (key, value, updated_at) values ('n', '0', 1)", []))
    return connection
  }

  // F06; 100,000 of them in the long run.
  test('transactions that read and then write never fail for lack of the write lock', async () => {
    const connection = await open()
    const other = stranger(`
      console.log('begun')
      let going = true
      process.stdin.on('end', () => { going = false }).resume()
      while (going) {
        database.run("update settings set updated_at = updated_at + 1 where key = 'n'")
        await Bun.sleep(5)
      }`)
    await firstLine(other)
    const lane = async () => {
      for (let n = 0; n < 100; n++) await increment(connection)
    }
    await Promise.all(Array.from({ length: 20 }, lane))
    other.stdin.end()
    await other.exited
    expect((await counter(connection))[0]?.value).toBe('2000')
    expect(connection.counts().faults).toEqual({ unavailable: 0, full: 0, 'read-only': 0, conflict: 0 })
    await connection.close()
  })

  test('a locked file delays neither reads nor timers; a write waits and takes effect once', async () => {
    const connection = await open()
    const other = stranger(`
      database.run('begin exclusive')
      database.run("update settings set updated_at = 7 where key = 'n'")
      console.log('locked')
      process.stdin.on('end', () => { database.run('rollback'); process.exit() }).resume()`)
    await firstLine(other)
    let answered = false
    const writing = increment(connection).finally(() => {
      answered = true
    })
    let turns = 0
    while (turns < 50) {
      expect((await counter(connection))[0]?.value).toBe('0')
      await Bun.sleep(5)
      turns++
    }
    expect(answered).toBe(false)
    other.stdin.end()
    await writing
    expect((await counter(connection))[0]?.value).toBe('1')
    expect(connection.counts().retries).toBeGreaterThan(0)
    await connection.close()
  })
})

test('a write that waits too long is refused and has no effect', async () => {
  const turns = createTurns(50)
  const holding = Promise.withResolvers<void>()
  const first = turns.take(() => holding.promise)
  let ran = false
  const second = turns.take(async () => {
    ran = true
  })
  await expect(second).rejects.toMatchObject({ name: 'DatabaseFault', kind: 'unavailable' })
  expect([ran, turns.waiting, turns.busy]).toEqual([false, 0, true])
  holding.resolve()
  await first
  expect(await turns.take(async () => 'free')).toBe('free')
  expect(turns.busy).toBe(false)
})

describe('errors of the drivers', () => {
  const kindOf = (error: unknown) => {
    const fault = faultOf(error)
    return fault instanceof DatabaseFault ? `${fault.kind}${fault.broken ? ', broken' : ''}` : 'no fault'
  }

  test('SQLite: full disk, read-only disk, locked file', () => {
    const path = join(folder.path, 'small.db')
    const database = new Database(path)
    database.run('create table t (x)')
    database.run('pragma max_page_count = 3')
    const attempt = (work: () => unknown) => {
      try {
        work()
      } catch (error) {
        return kindOf(error)
      }
      return 'nothing wrong'
    }
    expect(attempt(() => database.run('insert into t values (zeroblob(100000))'))).toBe('full')
    const readOnly = new Database(path, { readonly: true })
    expect(attempt(() => readOnly.run('insert into t values (1)'))).toBe('read-only')
    database.run('begin exclusive')
    expect(attempt(() => new Database(path).run('begin immediate'))).toBe('unavailable')
    expect(attempt(() => database.run('select * from nowhere'))).toBe('no fault')
  })

  test('PostgreSQL: SQLSTATE codes, network errors, exhausted pool', () => {
    const withCode = (code: string) => kindOf(Object.assign(new Error('words'), { code }))
    expect(['40001', '40P01'].map(withCode)).toEqual(['conflict', 'conflict'])
    expect(['53100', '25006', '53300', '55P03', '57014'].map(withCode)).toEqual([
      'full',
      'read-only',
      'unavailable',
      'unavailable',
      'unavailable',
    ])
    for (const code of ['08006', '57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT']) {
      expect([code, withCode(code)]).toEqual([code, 'unavailable, broken'])
    }
    expect(['23505', '42P01', '22001'].map(withCode)).toEqual(['no fault', 'no fault', 'no fault'])
    for (const words of ['Connection terminated unexpectedly', 'timeout exceeded when trying to connect']) {
      expect(kindOf(new Error(words))).toBe('unavailable, broken')
    }
    expect([kindOf(new Error('a bug')), kindOf('text'), kindOf(null)]).toEqual(['no fault', 'no fault', 'no fault'])
  })
})

describe('PostgreSQL', () => {
  test('of two transactions in a deadlock one is retried, and both are committed', async () => {
    const postgres = await freshPostgres()
    const connection = await connect({ databaseUrl: postgres.url, dataDir: '/nowhere' })
    await migrate(connection)
    await connection.write(async tx => {
      for (const key of ['a', 'b']) {
        await tx.query.insertInto('settings').values({ key, value: '0', updated_at: 0 }).execute()
      }
    })
    const bothHold = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const crossing = (own: number, first: string, second: string) =>
      connection.write(async tx => {
        const add = (key: string) => tx.run('update settings set updated_at = updated_at + 1 where key = $1', [key])
        await add(first)
        bothHold[own]?.resolve()
        await Promise.all(bothHold.map(({ promise }) => promise))
        await add(second)
      })
    await Promise.all([crossing(0, 'a', 'b'), crossing(1, 'b', 'a')])
    const rows = await connection.reader.query.selectFrom('settings').select('updated_at').execute()
    expect(rows).toEqual([{ updated_at: 2 }, { updated_at: 2 }])
    expect(connection.counts()).toMatchObject({ retries: 1, faults: { conflict: 1 } })
    await connection.close()
    await postgres.drop()
  })

  test('idle connections that were cut are not used again', async () => {
    const postgres = await freshPostgres()
    const connection = await connect({ databaseUrl: postgres.url, dataDir: '/nowhere' })
    await migrate(connection)
    const cut =
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()'
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 8 }, () => connection.reader.run('select pg_sleep(0.02)', [])))
      await connection.reader.run(cut, [])
      await Promise.all([
        connection.reader.run('select 1', []),
        connection.write(tx => tx.run('select 1', [])),
        connection.reader.run('select 1', []),
      ])
    }
    await connection.close()
    await postgres.drop()
  })
})
