import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { migratedSqlite } from '../../../tests/kit/migrated'
import { temporaryFolder } from '../../../tests/kit/paths'
import { connect } from './connect'
import { createGroupCommit, type SharedTransaction } from './group-commit'
import { forEachDatabase } from './testing'
import type { Tx } from './write'

const setting = (key: string) => ({ key, value: '1', updated_at: 1 })

forEachDatabase('short writes at the same time', database => {
  const insert = (key: string) => async (tx: Tx) => {
    await tx.query.insertInto('settings').values(setting(key)).execute()
    return key
  }
  const keys = async () =>
    (await database.connection.reader.query.selectFrom('settings').select('key').execute()).map(row => row.key).sort()

  test('each gets its own result, and one that throws is rolled back alone', async () => {
    const { write } = database.connection
    const works = ['a', 'b', 'c'].map(key => write(insert(key), { short: true }))
    const failing = write(
      async tx => {
        await insert('lost')(tx)
        throw new Error('stop')
      },
      { short: true },
    )
    const outcomes = await Promise.allSettled([...works, failing])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
    expect(outcomes.slice(0, 3).map(outcome => outcome.status === 'fulfilled' && outcome.value)).toEqual([
      'a',
      'b',
      'c',
    ])
    expect((outcomes[3] as PromiseRejectedResult).reason.message).toBe('stop')
    const [again, other] = await Promise.allSettled(['a', 'd'].map(key => write(insert(key), { short: true })))
    expect([again?.status, other?.status]).toEqual(['rejected', 'fulfilled'])
    expect(await keys()).toEqual(['a', 'b', 'c', 'd'])
  })

  test('publish the changes of committed writes only', async () => {
    const { write, reader } = database.connection
    const publish = (type: string, fails = false) =>
      write(
        async tx => {
          tx.publish({ channel: 'internal', event: { type }, to: {} })
          if (fails) throw new Error('stop')
        },
        { short: true },
      ).catch(() => undefined)
    await Promise.all([publish('one'), publish('lost', true), publish('two')])
    const rows = await reader.query.selectFrom('events').select('happened').execute()
    const types = rows.flatMap(row =>
      (JSON.parse(row.happened) as { event: { type: string } }[]).map(({ event }) => event.type),
    )
    expect(types.sort()).toEqual(['one', 'two'])
  })

  test('lose no change when they read and then write', async () => {
    const { write, reader } = database.connection
    await write(tx =>
      tx.query
        .insertInto('settings')
        .values({ ...setting('n'), value: '0' })
        .execute(),
    )
    const increment = () =>
      write(
        async tx => {
          const { value } = await tx.query
            .selectFrom('settings')
            .select('value')
            .where('key', '=', 'n')
            .modifyEnd(tx.dialect.forUpdate)
            .executeTakeFirstOrThrow()
          await tx.query
            .updateTable('settings')
            .set({ value: String(Number(value) + 1) })
            .where('key', '=', 'n')
            .execute()
        },
        { short: true },
      )
    const long = () => write(tx => tx.query.updateTable('settings').set({ updated_at: 2 }).execute())
    await Promise.all(Array.from({ length: 200 }, (_, at) => (at % 20 === 0 ? long() : increment())))
    const row = await reader.query.selectFrom('settings').select('value').where('key', '=', 'n').executeTakeFirst()
    expect(row?.value).toBe('190')
  })
})

describe('on SQLite', () => {
  const folder = temporaryFolder('group-commit')
  afterAll(() => folder.remove())

  test('they share commits, and each is acknowledged when another connection can read it', async () => {
    await migratedSqlite(folder.path)
    const connection = await connect({ databaseUrl: null, dataDir: folder.path })
    const other = new Database(join(folder.path, 'octavo.db'), { readonly: true })
    const isThere = other.query<{ found: number }, string>('select count(*) as found from settings where key = ?')
    const seen = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const key = `k${at}`
        await connection.write(tx => tx.query.insertInto('settings').values(setting(key)).execute(), { short: true })
        return isThere.get(key)?.found
      }),
    )
    expect(seen).toEqual(new Array(50).fill(1))
    other.close()
    await connection.close()
  })
})

describe('a group', () => {
  /** Counts transactions, which the test ends. */
  function transactions() {
    const log: string[] = []
    let isOpen = true
    const share = async (work: (shared: SharedTransaction) => Promise<void>) => {
      isOpen = true
      log.push('opened')
      await work({
        with: () => ({}) as Tx,
        control: statement => void log.push(statement),
        isOpen: () => isOpen,
        publish: () => undefined,
      })
      log.push('commit')
    }
    const rollBack = () => {
      isOpen = false
    }
    return { log, share, rollBack }
  }

  test('is one transaction', async () => {
    const { log, share } = transactions()
    const write = createGroupCommit(share)
    await Promise.all([1, 2, 3].map(n => write(async () => n)))
    expect(log.filter(line => line === 'commit')).toHaveLength(1)
    expect(log.filter(line => line.startsWith('savepoint'))).toHaveLength(3)
  })

  test('of more than a transaction should contain is split, and all are answered', async () => {
    const { log, share } = transactions()
    const write = createGroupCommit(share)
    expect(await Promise.all(Array.from({ length: 150 }, (_, n) => write(async () => n)))).toEqual(
      Array.from({ length: 150 }, (_, n) => n),
    )
    expect(log.filter(line => line === 'commit')).toHaveLength(3)
  })

  test('whose commit fails acknowledges nobody, and the next one works', async () => {
    let fails = true
    const { share } = transactions()
    const write = createGroupCommit(async work => {
      await share(work)
      if (fails) throw new Error('disk full')
    })
    const outcomes = await Promise.allSettled([1, 2].map(n => write(async () => n)))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    fails = false
    expect(await write(async () => 3)).toBe(3)
  })

  test('that the database has rolled back acknowledges nobody', async () => {
    const { share, rollBack } = transactions()
    const write = createGroupCommit(share)
    const works = [
      write(async () => 1),
      write(async () => {
        rollBack()
        throw new Error('disk full')
      }),
      write(async () => 3),
    ]
    const outcomes = await Promise.allSettled(works)
    expect(outcomes.slice(0, 2).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    // It had not begun, so it belongs to the next group.
    expect(outcomes[2]).toMatchObject({ status: 'fulfilled', value: 3 })
  })

  test('that gets no lock to write refuses all waiting writes', async () => {
    const write = createGroupCommit(() => Promise.reject(new Error('no turn')))
    const outcomes = await Promise.allSettled([1, 2].map(n => write(async () => n)))
    expect(outcomes.map(outcome => (outcome as PromiseRejectedResult).reason.message)).toEqual(['no turn', 'no turn'])
  })
})
