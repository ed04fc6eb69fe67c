import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from './connect'
import { migrate } from './migrate'

let dataDir = ''
const file = () => join(dataDir, 'octavo.db')

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'octavo-soundness-'))
  const connection = await connect({ dataDir, databaseUrl: null })
  await migrate(connection)
  await connection.close()
  mkdirSync(join(dataDir, 'thumbnails'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** The error message, and that nothing was written. */
async function refusal(): Promise<string> {
  const bytes = () => {
    try {
      return readFileSync(file()).toString('base64')
    } catch {
      return 'none'
    }
  }
  const before = bytes()
  const said = await connect({ dataDir, databaseUrl: null }).then(
    async connection => {
      await connection.close()
      return 'opened'
    },
    (error: Error) => error.message,
  )
  if (said !== 'opened') expect(bytes()).toBe(before)
  return said
}

function overwrite(at: number, bytes: Uint8Array): void {
  const content = readFileSync(file())
  content.set(bytes, at)
  writeFileSync(file(), content)
}

test('an intact database opens every time', async () => {
  expect([await refusal(), await refusal()]).toEqual(['opened', 'opened'])
})

test('a file with another header is refused', async () => {
  overwrite(0, Buffer.from('not what it was '))
  expect(await refusal()).toContain('is not a SQLite database')
})

test('overwritten pages are refused', async () => {
  overwrite(4096, new Uint8Array(8192).fill(0xa5))
  expect(await refusal()).toContain('is damaged')
})

test('a truncated file is refused', async () => {
  truncateSync(file(), 3 * 4096)
  expect(await refusal()).toContain('is damaged')
})

test('a missing database is not recreated in a data folder that has been used', async () => {
  rmSync(file())
  expect(await refusal()).toContain('is empty or missing, but thumbnails still exist')
  // Running it twice makes no difference.
  expect(await refusal()).toContain('is empty or missing')
  rmSync(join(dataDir, 'thumbnails'), { recursive: true })
  expect(await refusal()).toBe('opened')
})

test('an empty file with a write-ahead log is refused', async () => {
  const database = new Database(file())
  database.run('insert into settings (key, value, updated_at) values (?, ?, 1)', ['a', 'b'])
  const log = readFileSync(`${file()}-wal`)
  database.close()
  writeFileSync(file(), '')
  writeFileSync(`${file()}-wal`, log)
  expect(await refusal()).toContain('is empty, but its log octavo.db-wal is not')
})
