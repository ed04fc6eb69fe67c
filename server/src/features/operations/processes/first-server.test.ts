import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { forEachDatabase } from '../../../db/testing'
import { isFirstServer } from './first-server'

forEachDatabase('the first server', database => {
  const put = (
    id: string,
    changes: { kind?: string; host?: string; pid?: number; ageMs?: number; silentMs?: number },
  ) =>
    database.connection.write(async tx => {
      const { kind = 'serve', host = id, pid = 1, ageMs = 60_000, silentMs = 0 } = changes
      const { now } = tx.dialect
      await tx.query
        .insertInto('processes')
        .values({
          id,
          kind,
          host,
          pid,
          version: '1',
          started_at: sql<number>`${now} - ${ageMs}`,
          seen_at: sql<number>`${now} - ${silentMs}`,
        })
        .execute()
    })
  const isFirst = () => isFirstServer(database.connection.reader, { id: 'own' })

  beforeEach(async () => {
    await database.connection.write(tx => tx.query.deleteFrom('processes').execute())
    await put('own', { ageMs: 0 })
  })

  test('is one that is alone', async () => {
    expect(await isFirst()).toBe(true)
  })

  test('is not one that finds another up', async () => {
    await put('other', {})
    expect(await isFirst()).toBe(false)
  })

  test('is of two the one that came before', async () => {
    await put('later', { ageMs: -5 })
    expect(await isFirst()).toBe(true)
  })

  test('does not wait for workers, dead processes, nor the process it replaces', async () => {
    await put('worker', { kind: 'worker' })
    await put('dead', { silentMs: 31_000 })
    await put('before', { host: 'own', pid: 1 })
    expect(await isFirst()).toBe(true)
  })
})
