import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { deleteEventsUpTo, deleteFutureEvents } from '../../../db/outbox'
import { forEachDatabase } from '../../../db/testing'
import { LIMITS } from '../../../kernel/limits'
import { purgeable } from './events.queries'

forEachDatabase('old events', database => {
  const { retainedMs, retainedRows } = LIMITS.events
  const keys = async () =>
    (await database.connection.reader.query.selectFrom('events').select('pk').orderBy('pk').execute()).map(
      row => row.pk,
    )
  const insert = (rows: readonly { readonly pk: number; readonly ageMs: number }[]) =>
    database.connection.write(async tx => {
      await tx.query.deleteFrom('events').execute()
      for (const { pk, ageMs } of rows) {
        await tx.query
          .insertInto('events')
          .values({ pk, happened: '[]', created_at: sql<number>`${tx.dialect.now} - ${sql.lit(ageMs)}` })
          .execute()
      }
    })
  const purge = async () => {
    const upTo = await purgeable(database.connection.reader)
    if (upTo !== null) await database.connection.write(tx => deleteEventsUpTo(tx, upTo))
  }

  test('are deleted after an hour, except the last row', async () => {
    await insert([
      { pk: 1, ageMs: retainedMs + 60_000 },
      { pk: 2, ageMs: retainedMs + 50_000 },
      { pk: 3, ageMs: 1_000 },
    ])
    await purge()
    expect(await keys()).toEqual([3])
    await insert([
      { pk: 4, ageMs: 2 * retainedMs },
      { pk: 5, ageMs: 2 * retainedMs },
    ])
    await purge()
    expect(await keys()).toEqual([5])
    expect(await purgeable(database.connection.reader)).toBeNull()
  })

  test('are deleted from the oldest on when there are too many', async () => {
    await database.connection.write(async tx => {
      await tx.query.deleteFrom('events').execute()
      const numbers = sql`with recursive n(n) as (select 1 union all select n + 1 from n where n < ${sql.lit(retainedRows + 100)})`
      await sql`insert into events (pk, happened, created_at) ${numbers} select n, '[]', ${tx.dialect.now} from n`.execute(
        tx.query,
      )
      // PostgreSQL's counter must be beyond the rows, as after real transactions.
      if (tx.dialect.kind === 'postgres') await tx.run('update events set pk = pk - 10000000', [])
    })
    const before = await keys()
    await purge()
    const after = await keys()
    expect(after.length).toBeLessThanOrEqual(retainedRows + 1)
    expect(after).toEqual(before.slice(-after.length))
  })

  test('are deleted if another server with a higher counter wrote them', async () => {
    await database.connection.write(tx => tx.query.deleteFrom('events').execute())
    await database.connection.write(async tx => tx.publish({ channel: 'internal', event: { type: 'mine' }, to: {} }))
    const [mine = 0] = await keys()
    await database.connection.write(tx =>
      tx.query
        .insertInto('events')
        .values({ pk: mine + 1_000_000, happened: '[]', created_at: 1 })
        .execute(),
    )
    await database.connection.write(deleteFutureEvents)
    // On SQLite the rows themselves are the counter.
    expect(await keys()).toEqual(database.connection.kind === 'postgres' ? [mine] : [mine, mine + 1_000_000])
  })
})
