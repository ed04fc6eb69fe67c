import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../../../../../tests/kit/client'
import { migratedPostgres, migratedSqlite } from '../../../../../tests/kit/migrated'
import { temporaryFolder } from '../../../../../tests/kit/paths'
import type { Connection } from '../../../db'
import { connect, migrate } from '../../../db'
import { insertBook, insertLibrary, insertSeries, insertUser } from '../../../db/testing-rows'
import { createLogger } from '../../../kernel/log'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { withoutOpen } from '../../../platform/queue-prune'
import { createTaskSignal } from '../../../platform/task-signal'
import { takeTask } from '../../../platform/testing'
import { loadSecrets } from '../../people/auth'
import { createSchedule, PLAN_AGAIN, runSchedules, type ScheduleDeps } from '../schedules'
import { backupInProcess } from './backup-process'
import { HOST } from './backups-folder'
import { type BackupJob, makeBackup } from './make-backup'
import { restoreBackup, verifyBackup } from './restore-backup'

setDefaultTimeout(60_000)

const { signal } = new AbortController()
const storage = { kind: 'data-folder' } as const
const PASSPHRASE = 'correct horse battery staple'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder('backups')
})
afterEach(() => folder.remove())
const at = (...names: string[]) => join(folder.path, ...names)

async function fill(connection: Connection): Promise<void> {
  await connection.write(async tx => {
    await insertUser(tx, 'ada')
    const libraryPk = await insertLibrary(tx, 'Comics')
    const seriesPk = await insertSeries(tx, libraryPk, 'Akira')
    for (let number = 1; number <= 30; number++) await insertBook(tx, { libraryPk, seriesPk }, `Akira ${number}`)
  })
}

/** What a person would check after a restore. */
async function summary({ reader }: Connection) {
  const names = await reader.query.selectFrom('users').select('username').execute()
  const books = await reader.query.selectFrom('books').select(['id', 'title']).orderBy('pk').execute()
  return { names, books }
}

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`a backup of ${kind}`, () => {
    let connection: Connection
    let drop: () => void | Promise<void>
    let databaseUrl: string | null
    beforeEach(async () => {
      mkdirSync(at('data', 'covers'), { recursive: true })
      const postgres = kind === 'postgres' ? await migratedPostgres() : null
      if (!postgres) await migratedSqlite(at('data'))
      databaseUrl = postgres?.url ?? null
      connection = await connect({ databaseUrl, dataDir: at('data') })
      drop = async () => {
        await connection.close()
        await postgres?.drop()
      }
    })
    afterEach(() => drop())

    /** A data folder with a key, a cover and a configuration file, in use. */
    async function prepare(passphrase: string | null = null): Promise<{ job: BackupJob; secret: Uint8Array }> {
      await fill(connection)
      const dataDir = at('data')
      const { jwt } = await loadSecrets({ connection, dataDir, jwtSecret: null })
      writeFileSync(at('data', 'covers', 'one.jpg'), 'a picture')
      const configFile = at('data', 'octavo.yaml')
      writeFileSync(configFile, 'log.level: debug\n')
      const job = {
        dataDir,
        databaseUrl,
        storage,
        jwtSecret: null,
        configFile,
        folder: at('backups'),
        passphrase,
        keep: 7,
      }
      return { job, secret: jwt }
    }

    test.each([[null], [PASSPHRASE]])('is restored on either database, with passphrase %p', async passphrase => {
      const { job, secret } = await prepare(passphrase)
      const expected = await summary(connection)
      const { name } = await makeBackup(job, signal)
      expect(readdirSync(job.folder)).toEqual([name])
      const backup = join(job.folder, name)
      if (passphrase !== null)
        expect(readFileSync(join(backup, 'octavo.db.zst.age')).toString('latin1', 0, 21)).toBe('age-encryption.org/v1')

      const postgres = await migratedPostgres()
      for (const databaseUrl of [null, postgres.url]) {
        const dataDir = at(`restored-${databaseUrl === null ? 'sqlite' : 'postgres'}`)
        const restored = await restoreBackup({ backup, dataDir, databaseUrl, storage, passphrase }, signal)
        expect(restored.covers).toBe(1)
        expect(readFileSync(join(dataDir, 'covers/one.jpg'), 'utf8')).toBe('a picture')
        expect(readFileSync(join(dataDir, 'octavo.yaml'), 'utf8')).toBe('log.level: debug\n')
        const other = await connect({ databaseUrl, dataDir })
        expect(await migrate(other)).toEqual([])
        expect(await summary(other)).toEqual(expected)
        const { jwt } = await loadSecrets({ connection: other, dataDir, jwtSecret: null })
        expect(Buffer.from(jwt).toString('hex')).toBe(Buffer.from(secret).toString('hex'))
        await other.close()
        // The second time it is in use, and stays unchanged.
        writeFileSync(join(dataDir, 'covers/one.jpg'), 'a newer picture')
        await expect(restoreBackup({ backup, dataDir, databaseUrl, storage, passphrase }, signal)).rejects.toThrow(
          databaseUrl === null ? 'already has a database' : 'The target is not empty',
        )
        expect(readFileSync(join(dataDir, 'covers/one.jpg'), 'utf8')).toBe('a newer picture')
      }
      await postgres.drop()
    })

    test('repeats neither itself nor passed times of schedules where it is restored', async () => {
      const { job } = await prepare()
      const schedulesOn = ({ reader, write, wakes }: Connection, time: () => number): ScheduleDeps => ({
        ...{ reader, write, now: time, tasks: createTaskSignal(wakes), log: createLogger('silent') },
        clock: async () => time(),
        serverZone: async () => null,
        announce: () => undefined,
      })
      const night = Date.parse('2026-05-04T03:00:00Z')
      let now = night - 3_600_000
      const here = schedulesOn(connection, () => now)
      const timing = { cronSchedule: '0 3 * * *', timezone: 'UTC' }
      await createSchedule(here, SYSTEM_VIEWER, null, { ...timing, config: { type: 'backup' } })
      await createSchedule(here, SYSTEM_VIEWER, null, { ...timing, config: { type: 'cleanup' } })
      now = night
      expect((await runSchedules(here)).fires.length).toBe(2)
      expect(await connection.write(tx => takeTask(tx, ['create_backup']))).not.toBeNull()
      const { name } = await makeBackup(job, signal)

      const dataDir = at('restored')
      const target = { dataDir, databaseUrl: null, storage, passphrase: null }
      const settle = [...withoutOpen('create_backup'), ...PLAN_AGAIN]
      await restoreBackup({ ...target, backup: join(job.folder, name), settle }, signal)
      const other = await connect({ databaseUrl: null, dataDir })
      now = night + 3 * 86_400_000 + 60_000
      const there = schedulesOn(other, () => now)
      expect(await runSchedules(there)).toEqual({ fires: [], untilNext: 86_400_000 - 60_000 })
      const open = await other.reader.query.selectFrom('tasks').select('task_type').execute()
      // What others had begun goes on.
      expect(open).toEqual([{ task_type: 'cleanup_orphaned_files' }])
      now = night + 4 * 86_400_000
      expect((await runSchedules(there)).fires.length).toBe(2)
      await other.close()
    })

    test('that is damaged is refused with the reason, and nothing is written', async () => {
      const { job } = await prepare(PASSPHRASE)
      const { name } = await makeBackup(job, signal)
      const whole = join(job.folder, name)
      const part = 'octavo.db.zst.age'
      const cases: readonly (readonly [string, string, (folder: string) => void])[] = [
        ['cut', 'cut off or damaged', path => truncateSync(join(path, part), 100)],
        ['missing', 'is missing', path => rmSync(join(path, part))],
        ['flipped', 'the checksum of', path => flip(join(path, part), 200)],
        ['manifest', 'manifest of', path => flip(join(path, 'manifest.json'), 60)],
        [
          'version',
          'a newer version of Octavo',
          path => edit(join(path, 'manifest.json'), text => text.replace('"version": 1', '"version": 2')),
        ],
        ['none', 'is not a backup', path => rmSync(join(path, 'manifest.json'))],
      ]
      for (const [name, words, damage] of cases) {
        const backup = at(name)
        cpSync(whole, backup, { recursive: true })
        damage(backup)
        const dataDir = at('empty')
        await expect(
          restoreBackup({ backup, dataDir, databaseUrl: null, storage, passphrase: PASSPHRASE }, signal),
        ).rejects.toThrow(words)
        expect(existsSync(dataDir)).toBe(false)
      }
      await expect(verifyBackup(whole, 'another passphrase', signal)).rejects.toThrow('passphrase is wrong')
      await expect(verifyBackup(whole, null, signal)).rejects.toThrow('is encrypted')
    })

    test('of another server is not restored over its key, and does not count among its backups', async () => {
      const { job } = await prepare()
      const { name } = await makeBackup(job, signal)
      const dataDir = at('other')
      mkdirSync(dataDir)
      const secrets = `{"jwtSecret":"${'x'.repeat(43)}"}`
      writeFileSync(join(dataDir, 'secrets.json'), secrets)
      const backup = join(job.folder, name)
      await expect(
        restoreBackup({ backup, dataDir, databaseUrl: null, storage, passphrase: null }, signal),
      ).rejects.toThrow('belongs to another server')
      expect(readdirSync(dataDir)).toEqual(['secrets.json'])
      expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe(secrets)

      const others = await makeBackup({ ...job, jwtSecret: 'the key of another server, configured' }, signal)
      const second = await makeBackup({ ...job, keep: 1 }, signal)
      expect(second.removed).toEqual([name])
      expect(readdirSync(job.folder).sort()).toEqual([others.name, second.name].sort())
    })

    test('leaves nothing behind when it is stopped or its process was killed', async () => {
      const { job } = await prepare()
      const stop = new AbortController()
      const stopped = makeBackup(job, stop.signal, text => {
        if (text === 'Writing covers and keys') stop.abort(new Error('stopped'))
      })
      await expect(stopped).rejects.toThrow('stopped')
      expect(readdirSync(job.folder)).toEqual([])

      const ended = Bun.spawn(['true'])
      await ended.exited
      mkdirSync(join(job.folder, `.octavo-20260101-000000.${ended.pid}@${HOST}.part`))
      // Another container with this host name: its processes are not seen from here.
      const elsewhere = `.octavo-20260101-000001.${ended.pid}@${HOST}2.part`
      mkdirSync(join(job.folder, elsewhere))
      const { name } = await makeBackup(job, signal)
      expect(readdirSync(job.folder).toSorted()).toEqual([elsewhere, name])
    })

    test('in a process that was stopped, or whose steps nobody takes, fails and leaves nothing behind', async () => {
      const { job } = await prepare()
      const stopped = AbortSignal.abort(new Error('stopped'))
      await expect(backupInProcess(job, stopped, () => undefined)).rejects.toThrow('stopped')
      expect(existsSync(job.folder)).toBe(false)
      const refuse = () => {
        throw new Error('the task is over')
      }
      await expect(backupInProcess(job, signal, refuse)).rejects.toThrow('the task is over')
      await until(
        async () => readdirSync(job.folder),
        names => names.length === 0,
      )
    })

    test('into a folder that cannot be created reports the reason', async () => {
      const { job } = await prepare()
      writeFileSync(at('file'), '')
      await expect(makeBackup({ ...job, folder: at('file', 'below') }, signal)).rejects.toThrow('cannot be written to')
    })
  })
}

function flip(path: string, place: number): void {
  const bytes = readFileSync(path)
  bytes[place] = (bytes[place] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}
