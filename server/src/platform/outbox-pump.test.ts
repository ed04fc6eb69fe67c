import { expect, setDefaultTimeout, test } from 'bun:test'
import { until } from '../../../tests/kit/client'
import type { Connection } from '../db'
import { forEachDatabase } from '../db/testing'
import { createLogger } from '../kernel/log'
import { createOutboxPump, type OutboxRow } from './outbox-pump'

setDefaultTimeout(60_000)

const log = createLogger('silent')

/** One transaction that publishes these words. */
function publish(connection: Connection, ...words: string[]): Promise<void> {
  return connection.write(async tx => {
    for (const type of words) tx.publish({ channel: 'internal', event: { type }, to: {} })
  })
}

const wordsOf = (rows: readonly OutboxRow[]) =>
  rows.flatMap(row => row.happened.map(({ event }) => 'type' in event && event.type))

forEachDatabase('the outbox pump', database => {
  async function started(options: { readonly lingerMs?: number } = {}) {
    const pump = createOutboxPump({ connection: database.connection, log, ...options })
    const rows: OutboxRow[] = []
    const leave = await pump.listen(more => rows.push(...more))
    const words = (count: number) =>
      until(
        async () => wordsOf(rows),
        all => all.length >= count,
      )
    return { pump, rows, leave, words }
  }

  test('delivers events from its start on, in order, one transaction at a time', async () => {
    await publish(database.connection, 'before')
    const { pump, rows, words } = await started()
    await publish(database.connection, 'a', 'b')
    for (let n = 0; n < 450; n++) await publish(database.connection, `n${n}`)
    expect(await words(452)).toEqual(['a', 'b', ...Array.from({ length: 450 }, (_, n) => `n${n}`)])
    expect(rows[0]?.happened).toHaveLength(2)
    const keys = rows.map(row => row.key)
    expect(keys).toEqual(keys.toSorted((a, b) => a - b))
    // On PostgreSQL, transactions of other databases on the same server delay it for a while.
    if (database.connection.kind === 'sqlite') expect(pump.resumeAt).toBe(keys.at(-1) ?? 0)
    else expect(pump.resumeAt).toBeLessThanOrEqual(keys.at(-1) ?? 0)
    await pump.stop()
  })

  test('delivers nothing of a transaction that is rolled back', async () => {
    const { pump, words } = await started()
    const failed = database.connection.write(async tx => {
      tx.publish({ channel: 'internal', event: { type: 'never' }, to: {} })
      throw new Error('stop')
    })
    await failed.catch(() => undefined)
    await publish(database.connection, 'after')
    expect(await words(1)).toEqual(['after'])
    await pump.stop()
  })

  test('replays what came after a row, from memory and from the table', async () => {
    const first = await started()
    await publish(database.connection, 'one')
    await publish(database.connection, 'two')
    await publish(database.connection, 'three')
    await first.words(3)
    const one = first.rows[0]?.key ?? 0
    expect(wordsOf((await first.pump.since(one)) ?? [])).toEqual(['two', 'three'])
    await first.pump.stop()
    const second = await started()
    expect(wordsOf((await second.pump.since(one)) ?? [])).toEqual(['two', 'three'])
    await second.pump.stop()
    // Its position is the end, once no other transaction of the same PostgreSQL delays it.
    const behindTheEnd = async () => {
      const { pump } = await started()
      const rest = await pump.since(pump.resumeAt)
      await pump.stop()
      return rest
    }
    expect(await until(behindTheEnd, rest => rest?.length === 0)).toEqual([])
  })

  test('refuses to replay from a number that is unknown, in the future or deleted', async () => {
    const { pump, rows, words } = await started()
    await publish(database.connection, 'x')
    await words(1)
    const key = rows[0]?.key ?? 0
    expect(await pump.since(key + 1_000_000)).toBeNull()
    await pump.stop()
    await publish(database.connection, 'y')
    const later = await started()
    await database.connection.write(tx => tx.query.deleteFrom('events').where('pk', '<=', key).execute())
    expect(await later.pump.since(key)).toBeNull()
    expect(await later.pump.since(0)).toBeNull()
    await later.pump.stop()
  })

  test('asks a client to reload if there is too much to replay', async () => {
    const { pump, rows, words } = await started()
    for (let n = 0; n < 202; n++) await publish(database.connection, 'again')
    await words(202)
    const [first, second] = rows
    expect(await pump.since(first?.key ?? 0)).toBeNull()
    expect(await pump.since(second?.key ?? 0)).toHaveLength(200)
    await pump.stop()
  })

  test('reads on for a while without listeners, then stops, and starts again with the next', async () => {
    const { pump, leave } = await started({ lingerMs: 1 })
    // Position 0 also while it listens, as long as another transaction is older than all events.
    await until(
      async () => {
        await publish(database.connection, 'before')
        return pump.resumeAt
      },
      at => at > 0,
    )
    leave()
    await publish(database.connection, 'unheard')
    await until(
      async () => pump.resumeAt,
      at => at === 0,
    )
    const rows: OutboxRow[] = []
    await pump.listen(more => rows.push(...more))
    await publish(database.connection, 'heard')
    expect(
      await until(
        async () => wordsOf(rows),
        words => words.length > 0,
      ),
    ).toEqual(['heard'])
    await pump.stop()
  })
})
