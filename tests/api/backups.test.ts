// A restore drill: backups of a busy server, a kill in the middle, and another server on the restored data.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ListBackupsResponse } from '@octavo/contract/backup'
import type { TaskResponse } from '@octavo/contract/task'
import { comic, writeLibrary } from '../kit/books'
import { type Client, until } from '../kit/client'
import { commandsIn } from '../kit/commands'
import { temporaryFolder } from '../kit/paths'
import { freshPostgres } from '../kit/postgres'
import { ADMIN, type Octavo, startOctavo } from '../kit/server'
import { makePerson, type Person } from './access/people'
import { allBooks, firstScans } from './catalogue'
import { runJob } from './jobs'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(180_000)

const PASSPHRASE = 'correct horse battery staple'
/** A backup of a killed server is made again after its lease. */
const LEASE = { OCTAVO_TASKS_LEASE_SECONDS: '10' }

for (const database of DATABASES) {
  describe(`backups on ${database}`, () => {
    const folder = temporaryFolder('backups')
    const at = (...names: string[]) => join(folder.path, ...names)
    const command = commandsIn(folder.path)
    let octavo: Inhabited
    let ada: Person
    let bookId: string

    beforeAll(async () => {
      writeLibrary(at('comics'), {
        'Akira/Akira 1.cbz': await comic({ pages: 2 }),
        'Akira/Akira 2.cbz': await comic({ pages: 2 }),
      })
      writeFileSync(at('passphrase'), `${PASSPHRASE}\n`)
      const env = { OCTAVO_BACKUP_FOLDER: at('backups'), OCTAVO_BACKUP_PASSPHRASE: PASSPHRASE, ...LEASE }
      octavo = await startInhabited({ database, libraries: [at('comics')], env })
      await firstScans(octavo.admin)
      ada = await makePerson(octavo, 'ada')
      bookId = (await allBooks(ada.as))[0]?.id ?? ''
    })
    afterAll(async () => {
      await octavo.stop()
      folder.remove()
    })

    const list = (who: Client) => who.get<ListBackupsResponse>('/api/v1/admin/backups')
    const backUp = async () => {
      const { taskId } = await octavo.admin.post<{ taskId: string }>('/api/v1/admin/backups')
      return until(
        () => octavo.admin.get<TaskResponse>(`/api/v1/tasks/${taskId}`),
        ({ status }) => !['pending', 'processing'].includes(status),
        80,
      )
    }

    test('are created while people read, listed, and restored on either database', async () => {
      let isDone = false
      const reading = (async () => {
        let saved = 0
        for (let page = 1; !isDone; page = (page % 2) + 1) {
          await ada.as.put(`/api/v1/books/${bookId}/progress`, { currentPage: page })
          saved++
        }
        return saved
      })()
      const task = await backUp().finally(() => {
        isDone = true
      })
      expect(await reading).toBeGreaterThan(0)
      expect(task).toMatchObject({ status: 'completed' })
      const stored = await list(octavo.admin)
      expect(stored).toMatchObject({ folder: at('backups'), encrypts: true, problem: null, reason: null, keep: 7 })
      expect(stored.backups).toMatchObject([{ encrypted: true, ofThisServer: true, problem: null, database }])
      const backup = at('backups', stored.backups[0]?.name ?? '')

      const args = ['restore', backup, '--passphrase-file', at('passphrase')]
      expect(await command([...args, '--check'])).toMatchObject({ code: 0, out: expect.stringContaining('is intact') })
      for (const kind of DATABASES) {
        const postgres = kind === 'postgres' ? await freshPostgres() : null
        const env = { OCTAVO_DATA_DIR: at(`to-${kind}`), ...(postgres && { OCTAVO_DATABASE_URL: postgres.url }) }
        expect(await command(args, { env })).toMatchObject({
          code: 0,
          out: expect.stringMatching(/^Restored \d+ rows/),
        })
        const restored = await startOctavo({ database: 'sqlite', fromNothing: true, env })
        await expectSame(restored)
        await restored.stop()
        await postgres?.drop()
      }
    })

    /** Accounts, sign-ins, keys and books are those of the server that was backed up. */
    async function expectSame(restored: Octavo): Promise<void> {
      const signedIn = await restored.anonymous.post<{ accessToken: string }>('/api/v1/auth/login', {
        username: ADMIN.username,
        password: ADMIN.password,
      })
      expect(signedIn.accessToken).toBeString()
      // A token of the other server is good here, because the key is the same.
      const before = await octavo.admin.get<unknown>('/api/v1/libraries')
      const response = await fetch(`${restored.url}/api/v1/libraries`, { headers: octavo.admin.headers })
      expect(await response.json()).toEqual(before)
    }

    test('are scheduled for the whole server only', async () => {
      expect(await runJob(octavo.admin, null, { type: 'backup' })).toMatchObject({ lastRunStatus: 'success' })
      expect((await list(octavo.admin)).backups.length).toBeGreaterThan(1)
    })

    test('are downloaded as a tar file that is a backup again, and that is recorded', async () => {
      const path = '/api/v1/admin/backups'
      const { backups } = await list(octavo.admin)
      const name = backups[0]?.name ?? ''
      const download = (init: RequestInit = {}) => octavo.admin.fetch(`${path}/${name}/download`, init)
      const answer = await download()
      expect(answer.headers.get('content-type')).toBe('application/x-tar')
      expect(answer.headers.get('content-disposition')).toContain(`filename="${name}.tar"`)
      const tar = Buffer.from(await answer.arrayBuffer())
      mkdirSync(at('downloaded'))
      writeFileSync(at('downloaded.tar'), tar)
      await Bun.$`tar -xf ${at('downloaded.tar')} -C ${at('downloaded')}`.quiet()
      const files = ['files.tar.zst.age', 'manifest.json', 'octavo.db.zst.age']
      expect(readdirSync(at('downloaded', name)).sort()).toEqual(files)
      // There is nothing else, such as a journal of the database that is not encrypted.
      for (const file of readdirSync(at('backups', name))) {
        expect(readFileSync(at('downloaded', name, file)).equals(readFileSync(at('backups', name, file)))).toBe(true)
      }
      const check = ['restore', at('downloaded', name), '--passphrase-file', at('passphrase'), '--check']
      expect(await command(check)).toMatchObject({ code: 0, out: expect.stringContaining('is intact') })

      const head = await download({ method: 'HEAD' })
      expect(head.headers.get('content-length')).toBe(`${tar.length}`)
      const rest = await download({ headers: { Range: 'bytes=700-2100' } })
      expect(rest.status).toBe(206)
      expect(Buffer.from(await rest.arrayBuffer()).equals(tar.subarray(700, 2101))).toBe(true)
      const unchanged = await download({ headers: { 'If-None-Match': answer.headers.get('etag') ?? '' } })
      expect(unchanged.status).toBe(304)
      const { data } = await octavo.admin.get<{ data: object[] }>('/api/v1/audit?action=backup_downloaded')
      expect(data).toMatchObject([1, 2].map(() => ({ user: ADMIN.username, subjectName: name, outcome: 'done' })))
    })

    test('are checked and deleted one by one', async () => {
      const path = '/api/v1/admin/backups'
      const { backups } = await list(octavo.admin)
      const name = backups[0]?.name ?? ''
      const check = async () => {
        const { taskId } = await octavo.admin.post<{ taskId: string }>(`${path}/${name}/verify`)
        return until(
          () => octavo.admin.get<TaskResponse>(`/api/v1/tasks/${taskId}`),
          ({ status }) => !['pending', 'processing'].includes(status),
          80,
        )
      }
      expect(await check()).toMatchObject({ status: 'completed', result: { name } })
      const file = at('backups', name, 'octavo.db.zst.age')
      const bytes = readFileSync(file)
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
      writeFileSync(file, bytes)
      expect(await check()).toMatchObject({
        status: 'failed',
        lastError: expect.stringContaining('octavo.db.zst.age'),
        lastErrorDetails: { reason: 'backup_damaged' },
      })
      writeFileSync(file, bytes.subarray(1))
      const refusalOf = async () => (await octavo.admin.fetch(`${path}/${name}/download`)).json()
      expect(await refusalOf()).toMatchObject({ error: 'UnprocessableEntity', details: { reason: 'backup_damaged' } })
      const manifest = at('backups', name, 'manifest.json')
      writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"version": 1', '"version": 99'))
      expect(await refusalOf()).toMatchObject({ error: 'UnprocessableEntity', details: { reason: 'backup_newer' } })
      await octavo.admin.delete(`${path}/${name}`)
      expect((await list(octavo.admin)).backups.map(backup => backup.name)).not.toContain(name)
      expect(existsSync(at('backups', name))).toBe(false)
      for (const gone of [name, '..', 'octavo.yaml', encodeURIComponent('../comics')]) {
        expect((await octavo.admin.fetch(`${path}/${gone}`, { method: 'DELETE' })).status).toBeOneOf([404, 405])
        expect((await octavo.admin.fetch(`${path}/${gone}/verify`, { method: 'POST' })).status).toBeOneOf([404, 405])
        expect((await octavo.admin.fetch(`${path}/${gone}/download`)).status).toBe(404)
      }
      expect(existsSync(at('comics'))).toBe(true)
    })

    test('are available to administrators only', async () => {
      for (const [method, path] of [
        ['get', '/api/v1/admin/backups'],
        ['post', '/api/v1/admin/backups'],
        ['post', '/api/v1/admin/backups/octavo-20260101-000000/verify'],
        ['get', '/api/v1/admin/backups/octavo-20260101-000000/download'],
        ['delete', '/api/v1/admin/backups/octavo-20260101-000000'],
      ] as const) {
        await expect(ada.as[method](path)).rejects.toThrow('403')
      }
    })

    test('leave no partial files when the server is killed, and a failed task has the reason', async () => {
      const before = readdirSync(at('backups')).filter(name => !name.startsWith('.'))
      await octavo.admin.post('/api/v1/admin/backups')
      await until(() => Promise.resolve(readdirSync(at('backups')).some(name => name.startsWith('.'))), Boolean)
      await octavo.restart('killed')
      await until(
        () => octavo.admin.get<TaskResponse[]>('/api/v1/tasks?taskType=create_backup'),
        tasks => tasks.every(({ status }) => !['pending', 'processing'].includes(status)),
        60,
      )
      await until(
        async () => readdirSync(at('backups')).filter(name => name.startsWith('.')),
        drafts => drafts.length === 0,
      )
      const stored = await list(octavo.admin)
      expect(stored.backups.filter(({ problem }) => problem !== null)).toEqual([])
      expect(stored.backups.map(({ name }) => name)).toEqual(expect.arrayContaining(before))

      for (const name of readdirSync(at('backups'))) await Bun.$`rm -r ${at('backups', name)}`.quiet()
      await Bun.$`rmdir ${at('backups')}`.quiet()
      writeFileSync(at('backups'), 'no folder')
      expect(await backUp()).toMatchObject({
        status: 'failed',
        lastError: expect.stringContaining('cannot be written to'),
        lastErrorDetails: { reason: 'backup_folder', where: at('backups') },
      })
      const unusable = await list(octavo.admin)
      expect(unusable.problem).toContain('cannot be written to')
      expect(unusable.reason).toBe('backup_folder')
      await Bun.file(at('backups')).delete()
      mkdirSync(at('backups'))
      expect(existsSync(at('backups'))).toBe(true)
    })
  })
}
