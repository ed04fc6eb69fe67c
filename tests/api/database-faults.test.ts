// F05: the database is locked, cut off, slow or down: reads continue where possible, writes wait or are refused, and
// nothing acknowledged is lost.
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import type { HealthReportDto } from '@octavo/contract/health'
import { SQL } from 'bun'
import { comic, writeLibrary } from '../kit/books'
import { type Client, client, until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { freshPostgres, type PostgresDatabase } from '../kit/postgres'
import { type Program, startProgram } from '../kit/program'
import { ADMIN } from '../kit/server'
import { startTcpProxy, type TcpProxy } from '../kit/tcp-proxy'
import { allBooks, firstScans } from './catalogue'

setDefaultTimeout(90_000)

const folder = temporaryFolder('database-faults')
const programs: Program[] = []
afterAll(async () => {
  for (const program of programs) await program.kill()
  folder.remove()
})

async function serving(name: string, env: Record<string, string>) {
  const library = join(folder.path, `${name} books`)
  writeLibrary(library, { 'Tide/Tide 01.cbz': await comic({ pages: 3, size: { width: 60, height: 90 } }) })
  const program = await startProgram({ kind: 'serve', folder: folder.path, name, libraries: [library], env })
  programs.push(program)
  const { accessToken } = await client(program.url).post<{ accessToken: string }>('/api/v1/setup/initialize', ADMIN)
  const admin = client(program.url, { authorization: `Bearer ${accessToken}` })
  await firstScans(admin)
  const [{ id = '' } = {}] = await allBooks(admin)
  return { program, admin, id }
}

const setPage = (admin: Client, id: string, currentPage: number) =>
  admin.fetch(`/api/v1/books/${id}/progress`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ currentPage }),
  })

async function pageOf(admin: Client, id: string): Promise<number> {
  return (await admin.get<{ currentPage: number }>(`/api/v1/books/${id}/progress`)).currentPage
}

describe('SQLite, locked by another program', () => {
  let server: Awaited<ReturnType<typeof serving>>
  beforeAll(async () => {
    server = await serving('sqlite', {})
  })

  /** Holds the lock until `work` is done. */
  async function locked<T>(work: () => Promise<T>): Promise<T> {
    const other = new Database(join(server.program.dataDir, 'octavo.db'))
    other.run('pragma busy_timeout = 10000')
    other.run('begin exclusive')
    try {
      return await work()
    } finally {
      other.run('rollback')
      other.close()
    }
  }

  test('for two seconds: reads continue, and the write waits', async () => {
    const { admin, id } = server
    let reads = 0
    const writing = await locked(async () => {
      const pending = setPage(admin, id, 2)
      const end = Date.now() + 2_000
      while (Date.now() < end || reads <= 20) {
        expect((await admin.fetch(`/api/v1/books/${id}?n=${reads}`)).status).toBe(200)
        reads++
      }
      expect((await admin.fetch('/health/ready')).status).toBe(200)
      return { pending }
    })
    expect((await writing.pending).status).toBe(200)
    expect(reads).toBeGreaterThan(20)
    expect(await pageOf(admin, id)).toBe(2)
  })

  test('for longer than the timeout: the write is refused and has no effect', async () => {
    const { admin, id } = server
    const answers = await locked(() => Promise.all([setPage(admin, id, 3), setPage(admin, id, 1)]))
    for (const answer of answers) {
      expect(answer.status).toBe(503)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(((await answer.json()) as { error: string }).error).toBe('ServiceUnavailable')
    }
    expect(await pageOf(admin, id)).toBe(2)
    expect((await setPage(admin, id, 3)).status).toBe(200)
    expect(await pageOf(admin, id)).toBe(3)
  })
})

describe('PostgreSQL', () => {
  let postgres: PostgresDatabase
  let proxy: TcpProxy
  let server: Awaited<ReturnType<typeof serving>>
  beforeAll(async () => {
    postgres = await freshPostgres()
    const target = new URL(postgres.url)
    proxy = await startTcpProxy({ hostname: target.hostname, port: Number(target.port) })
    target.hostname = '127.0.0.1'
    target.port = String(proxy.port)
    server = await serving('postgres', { OCTAVO_DATABASE_URL: target.href, OCTAVO_DATABASE_TIMEOUT_SECONDS: '2' })
  })
  afterAll(async () => {
    proxy?.stop()
    await server?.program.kill()
    await postgres?.drop()
  })
  const readiness = async () => {
    const answer = await server.admin.fetch('/health/ready')
    return { status: answer.status, report: (await answer.json()) as HealthReportDto }
  }
  const recovered = () => until(readiness, ({ report }) => report.status === 'ready')

  test('stopped: 503 with Retry-After, not ready, alive; started again: everything works without a restart', async () => {
    const { admin, id, program } = server
    proxy.set('refuse')
    proxy.cut()
    const answers = await Promise.all([admin.fetch('/api/v1/books'), setPage(admin, id, 2)])
    for (const answer of answers) {
      expect(answer.status).toBe(503)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    await until(readiness, ({ status, report }) => status === 503 && report.status === 'unavailable')
    expect((await client(program.url).fetch('/health')).status).toBe(503)
    expect((await client(program.url).fetch('/health/live')).status).toBe(200)
    proxy.set('pass')
    await recovered()
    expect((await setPage(admin, id, 2)).status).toBe(200)
    expect(await pageOf(admin, id)).toBe(2)
  })

  test('silent: no request waits without end', async () => {
    const { admin, id } = server
    proxy.set('hold')
    const answers = await Promise.all([
      ...Array.from({ length: 30 }, (_, n) => admin.fetch(`/api/v1/books?page=${n + 1}`)),
      setPage(admin, id, 3),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    proxy.set('pass')
    await recovered()
    expect(await pageOf(admin, id)).toBe(2)
  })

  test('slow: a statement that takes too long is cancelled, others continue', async () => {
    const { admin, id } = server
    const other = new SQL(postgres.url, { max: 1 })
    await other.begin(async sql => {
      await sql.unsafe('lock table read_progress in access exclusive mode')
      const answer = await setPage(admin, id, 3)
      expect(answer.status).toBe(503)
      expect((await admin.fetch('/api/v1/libraries')).status).toBe(200)
    })
    await other.close()
    expect((await setPage(admin, id, 3)).status).toBe(200)
  })

  test('connections ended repeatedly under load: every response is a success or 503, and no acknowledged write is lost', async () => {
    const { admin, id } = server
    const other = new SQL(postgres.url, { max: 1 })
    let going = true
    let acknowledged = 0
    const statuses = new Map<number, number>()
    const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const writing = (async () => {
      for (let n = 0; going; n++) {
        const page = 1 + (n % 3)
        const { status } = await setPage(admin, id, page)
        count(status)
        if (status === 200) {
          acknowledged++
          const now = await pageOf(admin, id).catch(() => page)
          expect(now).toBe(page)
        }
      }
    })()
    const reading = Array.from({ length: 6 }, async (_, n) => {
      while (going) count((await admin.fetch(`/api/v1/books?page=${n + 1}`)).status)
    })
    // On a busy machine nothing may be acknowledged between two of them: then there are more, and further apart.
    for (let round = 0; round < 10 || (acknowledged === 0 && round < 40); round++) {
      await other.unsafe(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
      )
      await Bun.sleep(100 * Math.max(1, round - 8))
    }
    going = false
    await Promise.all([writing, ...reading])
    await other.close()
    expect([...statuses.keys()].filter(status => status !== 200 && status !== 503)).toEqual([])
    expect(acknowledged).toBeGreaterThan(0)
    await recovered()
  })
})
