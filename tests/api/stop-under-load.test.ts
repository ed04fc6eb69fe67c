// F04: stopped under load: 200 requests, a running scan, an open event stream.
import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { SQL } from 'bun'
import { comic, writeLibrary } from '../kit/books'
import { client, until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { freshPostgres, type PostgresDatabase } from '../kit/postgres'
import { startProgram } from '../kit/program'
import { ADMIN } from '../kit/server'
import { allBooks, makeLibrary } from './catalogue'
import { DATABASES } from './people'

setDefaultTimeout(90_000)

interface TaskRow {
  readonly status: string
  readonly lease_until: number | string | null
}

for (const kind of DATABASES) {
  describe(`a server on ${kind} that is asked to stop under load`, () => {
    const folder = temporaryFolder('stop-under-load')
    let postgres: PostgresDatabase | null = null
    afterAll(async () => {
      await postgres?.drop()
      folder.remove()
    })

    test('answers accepted requests, returns its tasks to the queue, ends its streams, and exits', async () => {
      postgres = kind === 'postgres' ? await freshPostgres() : null
      const env = postgres ? { OCTAVO_DATABASE_URL: postgres.url } : {}
      const start = () => startProgram({ kind: 'serve', folder: folder.path, name: 'data', env })
      const program = await start()
      const { accessToken } = await client(program.url).post<{ accessToken: string }>('/api/v1/setup/initialize', ADMIN)
      const headers = { authorization: `Bearer ${accessToken}` }
      const admin = client(program.url, headers)

      const small = await comic({ pages: 1, size: { width: 300, height: 400 } })
      writeLibrary(join(folder.path, 'One'), { 'Tide/Tide 01.cbz': small })
      await makeLibrary(admin, 'One', join(folder.path, 'One'))
      const [{ id = '' } = {}] = await allBooks(admin)
      const many = Array.from({ length: 400 }, (_, n) => [`Many/Many ${n}.cbz`, small] as const)
      writeLibrary(join(folder.path, 'Many'), Object.fromEntries(many))

      const stream = await admin.fetch('/api/v1/events')
      expect(stream.status).toBe(200)
      const streamed = stream.text()
      await admin.post('/api/v1/libraries', { name: 'Many', path: join(folder.path, 'Many'), scanImmediately: true })
      await until(
        () => admin.get<{ total: number }>('/api/v1/books'),
        ({ total }) => total > 10,
      )

      const json = { ...headers, 'content-type': 'application/json' }
      const requests = Array.from({ length: 200 }, (_, n) => {
        if (n % 5 === 0) return admin.fetch(`/api/v1/books/${id}/pages/1?width=${320 - (n % 100)}&n=${n}`)
        if (n % 2 === 0) return admin.fetch(`/api/v1/books?page=${n}`)
        const body = JSON.stringify({ currentPage: 1 })
        return admin.fetch(`/api/v1/books/${id}/progress`, { method: 'PUT', headers: json, body })
      }).map(answer => answer.then(async ({ status, body }) => [status, body !== null]))
      await Promise.race(requests)
      program.child.kill('SIGTERM')
      const answers = await Promise.allSettled(requests)
      expect(answers.filter(answer => answer.status === 'rejected')).toEqual([])
      const statuses = answers.map(answer => (answer.status === 'fulfilled' ? answer.value[0] : 0))
      expect(new Set(statuses)).toEqual(new Set([200]))
      expect(await program.child.exited).toBe(0)
      // The last words of a stream: when to come back.
      expect(await streamed).toMatch(/\nretry: \d+\n\n$/)
      console.log(`F04 ${kind}: dropped 0 of ${answers.length} requests in flight`)

      const tasks = await taskRows()
      expect(tasks.map(({ status }) => status)).not.toContain('processing')
      expect(tasks.filter(({ lease_until, status }) => status === 'pending' && lease_until !== null)).toEqual([])

      const again = await start()
      const back = client(again.url, headers)
      const all = await until(
        () => back.get<{ total: number }>('/api/v1/books'),
        ({ total }) => total === 401,
      )
      expect(all.total).toBe(401)
      await again.kill()
    })

    async function taskRows(): Promise<readonly TaskRow[]> {
      const question = 'select status, lease_until from tasks'
      if (!postgres) return new Database(join(folder.path, 'data/octavo.db')).query(question).all() as TaskRow[]
      const sql = new SQL(postgres.url, { max: 1 })
      const rows = (await sql.unsafe(question)) as TaskRow[]
      await sql.close()
      return [...rows]
    }
  })
}
