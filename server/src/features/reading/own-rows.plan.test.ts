// A user may have 500,000 sessions and 100,000 places: a request that names some of them must not read all of them. SQLite
// without statistics takes `user_pk = ?` for a condition that leaves ten rows.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, migrate, type Tx } from '../../db'
import { knownMarks } from './marks/marks.store'
import { saveDevices } from './progress/places.store'
import { knownSessions, sittingsAround } from './sessions/sessions.store'

setDefaultTimeout(60_000)

const dataDir = mkdtempSync(join(tmpdir(), 'octavo-own-rows-plan-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const ID = '01a20000-0000-7000-8000-000000000001'

test('sessions, marks and places named in a request are found by their keys', async () => {
  const connection = await connect({ databaseUrl: null, dataDir })
  await migrate(connection)
  const asked: { readonly sql: string; readonly values: readonly unknown[] }[] = []
  await connection.write(async tx => {
    const noted: Tx = {
      ...tx,
      run(sql, values) {
        asked.push({ sql, values })
        return tx.run(sql, values)
      },
    }
    await knownSessions(noted, 1, [ID])
    await sittingsAround(noted, 1, [{ device: 'phone', start: 1, end: 2 }])
    await knownMarks(noted, 1, [ID])
    await saveDevices(noted, 1, [{ book_pk: 1, devices: '[]', clocks: '[]' }])
  })
  const steps: string[] = []
  for (const { sql, values } of asked) {
    const plan = await connection.reader.run<{ detail: string }>(`explain query plan ${sql}`, values)
    steps.push(...plan.map(step => step.detail).filter(step => /(reading_sessions|marks|place_history)\b/.test(step)))
  }
  const ways = steps.map(step => step.replace(/ USING.*INDEX \w+/, ''))
  expect(ways).toEqual([
    'SEARCH reading_sessions (user_pk=? AND id=?)',
    'SEARCH reading_sessions (user_pk=? AND device=? AND said_at>? AND said_at<?)',
    'SEARCH marks (user_pk=? AND id=?)',
    'SEARCH place_history (user_pk=? AND book_pk=?)',
  ])
  await connection.close()
})
