// F18: a restore over the data folder of a crashed server, and a crash without one.
import { Database } from 'bun:sqlite'
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, cpSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../../tests/kit/paths'
import { connect } from './connect'

setDefaultTimeout(60_000)

const folder = temporaryFolder('stale-log')
afterAll(folder.remove)
let number = 0

const here = (name: string) => JSON.stringify(join(import.meta.dir, name))

/** In separate processes: a process that has opened the file shares its state with every later connection. */
const SET_UP = `
const { connect } = await import(${here('connect.ts')})
const { migrate } = await import(${here('migrate.ts')})
const connection = await connect({ databaseUrl: null, dataDir: process.argv[1] })
await migrate(connection)
const row = { key: 'early', value: '1', updated_at: 1, is_set: true }
await connection.write(tx => tx.query.insertInto('settings').values(row).execute())
await connection.close()
`
const CRASH = `
const { connect } = await import(${here('connect.ts')})
const connection = await connect({ databaseUrl: null, dataDir: process.argv[1] })
await connection.write(async tx => {
  for (let at = 0; at < 300; at++) {
    const row = { key: 'later-' + at, value: JSON.stringify('x'.repeat(500)), updated_at: 1, is_set: true }
    await tx.query.insertInto('settings').values(row).execute()
  }
})
process.kill(process.pid, 'SIGKILL')
`

/** A data folder whose server was killed with changes in its log, and a backup from before those. */
async function crashed({ sameRun }: { sameRun: boolean }): Promise<{ dataDir: string; file: string; backup: string }> {
  const dataDir = join(folder.path, `data-${++number}`)
  const file = join(dataDir, 'octavo.db')
  const backup = join(folder.path, `backup-${number}.db`)
  mkdirSync(dataDir)
  await Bun.spawn([process.execPath, '-e', SET_UP, dataDir], { stderr: 'inherit' }).exited
  const vacuum = `new (require('bun:sqlite').Database)(${JSON.stringify(file)}).run("vacuum into '${backup}'");`
  if (!sameRun) copyFileSync(file, backup)
  const script = sameRun ? CRASH.replace('await connection.write(', `${vacuum} await connection.write(`) : CRASH
  await Bun.spawn([process.execPath, '-e', script, dataDir], { stderr: 'inherit' }).exited
  return { dataDir, file, backup }
}

/** Opens the folder: its settings, the messages, and the log files that were moved away. */
async function opened(dataDir: string) {
  const connection = await connect({ databaseUrl: null, dataDir })
  const rows = await connection.reader.query.selectFrom('settings').select('key').execute()
  await connection.close()
  const database = new Database(join(dataDir, 'octavo.db'))
  const [check] = database.query('pragma integrity_check').all() as { integrity_check: string }[]
  database.close()
  const aside = readdirSync(dataDir).filter(name => name.includes('.stale-'))
  return { keys: rows.map(({ key }) => key).sort(), notices: connection.notices, aside, check: check?.integrity_check }
}

test('after a mere crash the log is applied, also in a copy of the whole folder', async () => {
  const { dataDir } = await crashed({ sameRun: false })
  const copy = `${dataDir}-copy`
  cpSync(dataDir, copy, { recursive: true, preserveTimestamps: true })
  // Copied without timestamps, the database minutes after the log.
  const slow = `${dataDir}-slow`
  cpSync(dataDir, slow, { recursive: true })
  utimesSync(join(slow, 'octavo.db-wal'), new Date(0), new Date(0))
  for (const each of [dataDir, copy, slow]) {
    const { keys, notices, aside } = await opened(each)
    expect([each, keys.length, notices, aside]).toEqual([each, 301, [], []])
  }
})

const restores = {
  'in place of the file': (from: string, to: string) => {
    rmSync(to)
    copyFileSync(from, to)
  },
  'by a move': (from: string, to: string) => renameSync(from, to),
  'into the file': (from: string, to: string) => cpSync(from, to),
}

for (const sameRun of [true, false]) {
  for (const [how, restore] of Object.entries(restores)) {
    test(`a backup of ${sameRun ? 'the same run' : 'an earlier run'} restored ${how} stays unchanged`, async () => {
      const { dataDir, file, backup } = await crashed({ sameRun })
      restore(backup, file)
      const { keys, notices, aside, check } = await opened(dataDir)
      expect({ keys, check }).toEqual({ keys: ['early'], check: 'ok' })
      expect(notices).toEqual([expect.stringContaining('belongs to another database')])
      expect(aside.map(name => name.replace(/\.stale-\d{8}T\d{6}Z$/, '')).sort()).toEqual([
        'octavo.db-shm',
        'octavo.db-wal',
      ])
      // Reported once: the next start reports nothing.
      expect((await opened(dataDir)).notices).toEqual([])
    })
  }
}

test('where no run was recorded, a database written long after the log is opened without it', async () => {
  const { dataDir, file, backup } = await crashed({ sameRun: false })
  rmSync(`${file}-run`)
  copyFileSync(backup, file)
  utimesSync(`${file}-wal`, new Date(0), new Date(0))
  expect((await opened(dataDir)).keys).toEqual(['early'])
})
