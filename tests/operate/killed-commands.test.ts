// Backup, restore and copy are killed in the middle and run again.
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { everyRow, fillEveryTable } from '../../server/src/db/testing-every-table'
import { commandsIn, killedAt } from '../kit/commands'
import { migratedSqlite } from '../kit/migrated'
import { temporaryFolder } from '../kit/paths'
import { freshPostgres } from '../kit/postgres'

setDefaultTimeout(120_000)

const folder = temporaryFolder('killed')
const at = (...names: string[]) => join(folder.path, ...names)
const octavo = commandsIn(folder.path)
/** Without the signing key, which a copy to PostgreSQL creates if there is none. */
function rows(name: string) {
  const { server_secrets: _, ...others } = everyRow(at(name, 'octavo.db'))
  return others
}

beforeAll(async () => {
  mkdirSync(at('from', 'covers'), { recursive: true })
  await migratedSqlite(at('from'))
  await fillEveryTable(at('from'))
  writeFileSync(at('from', 'covers', 'one.jpg'), 'a picture')
})
afterAll(() => folder.remove())

async function run(args: readonly string[]): Promise<string> {
  const { code, out, err } = await octavo(args)
  if (code !== 0) throw new Error(`${args.join(' ')}: ${err}`)
  return out.trim().split('  ')[0] ?? ''
}

test('a killed backup is not in the list, the next removes its draft, and a killed restore can be repeated', async () => {
  const args = ['backup', at('backups'), '--data-dir', at('from')]
  for (const words of ['Reading the database', 'Writing covers']) await killedAt(words, folder.path, args)
  expect(readdirSync(at('backups')).filter(name => !name.startsWith('.'))).toEqual([])
  const backup = await run(args)
  expect(readdirSync(at('backups'))).toEqual([backup.slice(at('backups').length + 1)])
  const restore = ['restore', backup, '--data-dir', at('restored')]
  for (const words of ['Unpacking the database', 'Restoring covers']) {
    await killedAt(words, folder.path, restore)
    expect(existsSync(at('restored', 'octavo.db'))).toBe(false)
  }
  await run(restore)
  // The times of schedules are computed again.
  const database = new Database(at('from', 'octavo.db'))
  database.run('update schedules set zone = null')
  database.close()
  expect(rows('restored')).toEqual(rows('from'))
  expect(readdirSync(at('restored')).sort()).toEqual(['covers', 'octavo.db'])
})

test('a killed copy continues, to PostgreSQL and back', async () => {
  const { url, drop } = await freshPostgres()
  for (const [from, to] of [
    [at('from'), url],
    [url, at('back')],
  ] as const) {
    for (const words of ['books: ', 'series: ']) await killedAt(words, folder.path, ['copy', from, to])
    await run(['copy', from, to])
  }
  await drop()
  expect(rows('back')).toEqual(rows('from'))
})
