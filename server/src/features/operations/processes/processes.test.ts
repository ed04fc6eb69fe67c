import { expect, setDefaultTimeout, test } from 'bun:test'
import { until } from '../../../../../tests/kit/client'
import { forEachDatabase } from '../../../db/testing'
import { createLogger } from '../../../kernel/log'
import { startPresence } from './presence'
import { allProcesses } from './processes.queries'
import { beat } from './processes.store'

setDefaultTimeout(30_000)

forEachDatabase('processes', database => {
  const start = (kind: 'serve' | 'worker', beatMs = 10) =>
    startPresence({ connection: database.connection, kind, version: '1.2.3', log: createLogger('silent'), beatMs })
  const ids = async () => (await allProcesses(database.connection.reader)).map(row => row.id)

  test('are on the list from their start to their end', async () => {
    const one = await start('serve')
    const [row] = await allProcesses(database.connection.reader)
    expect(row).toMatchObject({ id: one.id, kind: 'serve', pid: process.pid, version: '1.2.3' })
    expect(one.name).toBe(`${row?.host}:${process.pid}`)
    expect(row?.silent_ms).toBeLessThan(60_000)
    const two = await start('worker')
    expect(await ids()).toEqual(database.connection.kind === 'postgres' ? [one.id, two.id] : [two.id])
    await one.stop()
    await two.stop()
    expect(await ids()).toEqual([])
  })

  test('that ended without a word are forgotten after a day', async () => {
    const { connection } = database
    const dead = (id: string) => ({ id, kind: 'worker' as const, host: 'h', pid: 1, version: '1' })
    await connection.write(async tx => {
      await beat(tx, dead('long ago'))
      await beat(tx, dead('just now'))
      await tx.query.updateTable('processes').set({ seen_at: 1_000 }).where('id', '=', 'long ago').execute()
    })
    const one = await start('serve')
    expect((await ids()).sort()).toEqual(connection.kind === 'postgres' ? [one.id, 'just now'].sort() : [one.id])
    await one.stop()
    await connection.write(tx => tx.query.deleteFrom('processes').execute())
  })

  test('send heartbeats on PostgreSQL, and reappear when their row was deleted', async () => {
    const { connection } = database
    const one = await start('serve')
    if (connection.kind === 'postgres') {
      const [before] = await allProcesses(connection.reader)
      await until(
        () => allProcesses(connection.reader),
        ([row]) => (row?.seen_at ?? 0) > (before?.seen_at ?? 0),
      )
      await connection.write(tx => tx.query.deleteFrom('processes').execute())
      await until(ids, found => found.length === 1)
    } else {
      const before = await connection.revision('progress')
      await connection.reader.run('select 1', [])
      expect(await connection.revision('progress')).toBe(before)
    }
    await one.stop()
    expect(await ids()).toEqual([])
  })
})
