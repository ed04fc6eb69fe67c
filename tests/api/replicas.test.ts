// Several servers on one PostgreSQL, each with its own data folder, and one bucket.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { HealthReportDto } from '@octavo/contract/health'
import type { LibraryDto } from '@octavo/contract/library'
import { SQL } from 'bun'
import { comic, writeLibrary } from '../kit/books'
import { type Client, client, until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { freshPostgres, type PostgresDatabase } from '../kit/postgres'
import { type Program, startProgram } from '../kit/program'
import { type BucketServer, startBucketServer } from '../kit/s3'
import { ADMIN } from '../kit/server'
import { bookAt, makeLibrary, scan } from './catalogue'

setDefaultTimeout(90_000)

const STORES = ['s3', 'shared folder'] as const

for (const kind of STORES) {
  describe(`replicas on PostgreSQL and ${kind}`, () => {
    const folder = temporaryFolder('replicas')
    let postgres: PostgresDatabase
    let bucket: BucketServer
    let a: Program
    let b: Program
    let onA: Client
    let onB: Client
    let library: LibraryDto

    beforeAll(async () => {
      postgres = await freshPostgres()
      bucket = await startBucketServer()
      const storage =
        kind === 's3'
          ? bucket.env('some/prefix')
          : { OCTAVO_STORAGE_URL: Bun.pathToFileURL(join(folder.path, 'shared')).href }
      const env = { OCTAVO_DATABASE_URL: postgres.url, ...storage }
      const start = (name: string) => startProgram({ kind: 'serve', folder: folder.path, name, env })
      ;[a, b] = await Promise.all([start('a'), start('b')])
      const { accessToken } = await client(a.url).post<{ accessToken: string }>('/api/v1/setup/initialize', ADMIN)
      const headers = { authorization: `Bearer ${accessToken}` }
      onA = client(a.url, headers)
      onB = client(b.url, headers)
      for (let n = 1; n <= 6; n++) {
        const size = { width: 200 + n, height: 300 }
        writeLibrary(join(folder.path, 'Books'), { [`Tide/Tide 0${n}.cbz`]: await comic({ pages: 1, size }) })
      }
      library = await makeLibrary(onA, 'Books', join(folder.path, 'Books'))
    })
    afterAll(async () => {
      await a?.kill()
      await b?.kill()
      await postgres?.drop()
      await bucket?.stop()
      folder.remove()
    })

    const cover = (who: Client, id: string) => who.fetch(`/api/v1/books/${id}/thumbnail`)
    const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer()).toString('base64')

    test('a cover made by one is served by the other, which has no copy', async () => {
      for (let n = 1; n <= 6; n++) {
        const { id } = await bookAt(onA, `Tide 0${n}.cbz`)
        const [one, two] = await Promise.all([cover(onA, id), cover(onB, id)])
        expect([one.status, two.status, two.headers.get('content-type')]).toEqual([200, 200, 'image/jpeg'])
        expect(await bytesOf(two)).toBe(await bytesOf(one))
      }
      for (const { dataDir } of [a, b]) {
        expect(existsSync(join(dataDir, 'thumbnails'))).toBe(false)
        expect(existsSync(join(dataDir, 'cache/drafts')) ? readdirSync(join(dataDir, 'cache/drafts')) : []).toEqual([])
      }
    })

    test('a changed cover is never an old one on the other', async () => {
      const before = await bookAt(onB, 'Tide 03.cbz')
      const old = await bytesOf(await cover(onB, before.id))
      const size = { width: 90, height: 40 }
      writeLibrary(join(folder.path, 'Books'), { 'Tide/Tide 03.cbz': await comic({ pages: 2, size }) })
      await scan(onA, library.id)
      const after = await bookAt(onB, 'Tide 03.cbz')
      expect([after.id, after.coverVersion === before.coverVersion]).toEqual([before.id, false])
      const [one, two] = await Promise.all([cover(onA, after.id), cover(onB, after.id)])
      const now = await bytesOf(one)
      expect(now).not.toBe(old)
      expect(await bytesOf(two)).toBe(now)
    })

    if (kind === 's3') {
      test('without the bucket cached pages are still served, the rest is a clean 503, and it recovers by itself', async () => {
        const [seen, unseen] = [await bookAt(onB, 'Tide 01.cbz'), await bookAt(onB, 'Tide 02.cbz')]
        expect((await cover(onB, seen.id)).status).toBe(200)
        // Its copy is removed, as if it had never been fetched.
        await cover(onB, unseen.id)
        rmSync(join(b.dataDir, 'cache/artefacts'), { recursive: true })
        expect((await cover(onB, seen.id)).status).toBe(200)
        await bucket.pause()
        try {
          expect((await cover(onB, seen.id)).status).toBe(200)
          const refused = await cover(onB, unseen.id)
          expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true])
          const report = await until(
            () => onB.get<HealthReportDto>('/health/ready'),
            ({ status }) => status === 'degraded',
          )
          expect(report.checks?.find(({ name }) => name === 'storage')?.status).toBe('degraded')
        } finally {
          await bucket.resume()
        }
        await until(
          async () => (await cover(onB, unseen.id)).status,
          status => status === 200,
        )
      })
    }

    test('M05: a key that is revoked, an account that is closed and a setting that is changed count on the other within a second', async () => {
      const made = await onA.post<{ id: string; key: string }>('/api/v1/api-keys', {
        name: 'reader',
        permissions: ['books-read'],
      })
      const byKey = client(b.url, { 'x-api-key': made.key })
      expect((await byKey.fetch('/api/v1/books')).status).toBe(200)
      await onA.delete(`/api/v1/api-keys/${made.id}`)
      await until(
        async () => (await byKey.fetch('/api/v1/books')).status,
        status => status === 401,
        1,
      )

      const sql = new SQL(postgres.url, { max: 1 })
      expect((await onB.fetch('/api/v1/auth/me')).status).toBe(200)
      await sql.unsafe('update users set is_active = false')
      await until(
        async () => (await onB.fetch('/api/v1/auth/me')).status,
        status => status === 401,
        1,
      )
      await sql.unsafe('update users set is_active = true')
      await sql.close()
      await until(
        async () => (await onB.fetch('/api/v1/auth/me')).status,
        status => status === 200,
        2,
      )

      await onA.put('/api/v1/admin/settings/application.name', { value: 'Reading room' })
      await until(
        async () => JSON.stringify(await onB.get('/api/v1/settings/branding')),
        text => text.includes('Reading room'),
        2,
      )
    })
  })
}

describe('rate limits', () => {
  const folder = temporaryFolder('rate-limits')
  const programs: Program[] = []
  let postgres: PostgresDatabase
  afterAll(async () => {
    for (const program of programs) await program.kill()
    await postgres?.drop()
    folder.remove()
  })

  test('M05: are counted by each replica for itself, and the answer says how many are left there', async () => {
    postgres = await freshPostgres()
    const env = {
      OCTAVO_DATABASE_URL: postgres.url,
      OCTAVO_RATE_LIMIT_ENABLED: 'true',
      OCTAVO_RATE_LIMIT_ANONYMOUS_BURST: '5',
      OCTAVO_RATE_LIMIT_ANONYMOUS_RPS: '1',
    }
    for (const name of ['a', 'b']) {
      programs.push(await startProgram({ kind: 'serve', folder: folder.path, name, env }))
    }
    for (const { url } of programs) {
      const statuses: number[] = []
      for (let n = 0; n < 7; n++) statuses.push((await client(url).fetch('/api/v1/info')).status)
      expect([statuses[0], statuses.includes(429)]).toEqual([200, true])
    }
  })
})
