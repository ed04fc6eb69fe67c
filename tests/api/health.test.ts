// What probes and operators ask: is it alive, should it get requests, what is wrong, what does it do.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type { HealthReportDto } from '@octavo/contract/health'
import type { ProcessDto } from '@octavo/contract/process'
import { comic, writeLibrary } from '../kit/books'
import { type Client, client, until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { freshPostgres } from '../kit/postgres'
import { type Program, startProgram } from '../kit/program'
import { ADMIN, type Octavo, startOctavo } from '../kit/server'
import { firstScans, scan } from './catalogue'
import { DATABASES } from './people'

setDefaultTimeout(60_000)

for (const database of DATABASES) {
  describe(`health on ${database}`, () => {
    const folder = temporaryFolder('health')
    let octavo: Octavo
    let admin: Client
    const ready = (who: Client) => who.get<HealthReportDto>('/health/ready')
    const check = async (name: string) => (await ready(admin)).checks?.find(found => found.name === name)

    beforeAll(async () => {
      writeLibrary(join(folder.path, 'Books'), {
        'Tide/Tide 01.cbz': await comic({ pages: 1, size: { width: 60, height: 90 } }),
      })
      octavo = await startOctavo({
        database,
        libraries: [join(folder.path, 'Books')],
        env: { OCTAVO_RATE_LIMIT_ENABLED: 'true', OCTAVO_RATE_LIMIT_ANONYMOUS_BURST: '60', OCTAVO_LOG_LEVEL: 'debug' },
      })
      admin = await octavo.signInAsAdmin()
      await firstScans(admin)
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('strangers get one word, permitted users get every check', async () => {
      const live = await octavo.anonymous.fetch('/health/live')
      expect([live.status, await live.json()]).toEqual([200, { status: 'alive' }])
      expect(await ready(octavo.anonymous)).toEqual({ status: 'ready' })
      const report = await ready(admin)
      expect(report.checks?.map(({ name, status }) => `${name} ${status}`)).toEqual([
        'process ok',
        'database ok',
        'migrations ok',
        'storage ok',
        'disk ok',
        'wakeups ok',
        'queue ok',
        'libraries ok',
      ])
    })

    test('is never limited, whatever its credentials', async () => {
      const answers = await Promise.all(
        Array.from({ length: 150 }, (_, i) =>
          octavo.anonymous.fetch(['/health', '/health/live', '/health/ready'][i % 3] as string, {
            headers: i % 2 === 0 ? {} : { authorization: 'Bearer nonsense' },
          }),
        ),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect(answers.some(({ headers }) => headers.has('x-ratelimit-limit'))).toBe(false)
    })

    test('an unreadable library degrades it, and it still accepts requests', async () => {
      const { data } = await admin.get<{ data: { id: string }[] }>('/api/v1/libraries')
      const id = data[0]?.id ?? ''
      renameSync(join(folder.path, 'Books'), join(folder.path, 'Away'))
      await scan(admin, id).catch(() => undefined)
      await until(
        () => ready(octavo.anonymous),
        ({ status }) => status === 'degraded',
      )
      expect(await check('libraries')).toMatchObject({
        status: 'degraded',
        reason: 'One library cannot be read.',
        code: 'unreadable',
        count: 1,
      })
      renameSync(join(folder.path, 'Away'), join(folder.path, 'Books'))
      await scan(admin, id)
      await until(
        () => ready(octavo.anonymous),
        ({ status }) => status === 'ready',
      )
    })

    test('the process is on the list of processes', async () => {
      const [only, ...others] = await admin.get<ProcessDto[]>('/api/v1/processes')
      expect(others).toEqual([])
      expect(only).toMatchObject({ kind: 'serve', alive: true })
      expect(Number(only?.pid)).toBeGreaterThan(1)
      const refused = await octavo.anonymous.fetch('/api/v1/processes')
      expect(refused.status).toBe(401)
    })

    test('requests have ids: the given one when it is well formed, on every answer and log line', async () => {
      const given = await admin.fetch('/api/v1/libraries', { headers: { 'x-request-id': 'from-the-proxy.42' } })
      expect(given.headers.get('x-request-id')).toBe('from-the-proxy.42')
      for (const bad of ['a b', 'x'.repeat(129), 'quote"', '']) {
        const answer = await admin.fetch('/api/v1/nowhere', { headers: { 'x-request-id': bad } })
        expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      }
      const page = await octavo.anonymous.fetch('/')
      expect(page.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      const lines = await until(
        async () =>
          octavo
            .log()
            .split('\n')
            .filter(line => line.includes('from-the-proxy.42')),
        found => found.length > 0,
      )
      const line = JSON.parse(lines[0] ?? '{}') as Record<string, unknown>
      expect(line).toMatchObject({ msg: 'request', method: 'GET', route: '/api/v1/libraries', status: 200 })
      expect(line.userId).toMatch(/^[0-9a-f-]{36}$/)
      expect(typeof line.ms).toBe('number')
      const task = octavo
        .log()
        .split('\n')
        .find(each => each.includes('"taskType":"scan_library"') || each.includes('"task":"scan_library"'))
      expect(task).toBeDefined()
    })

    test('/metrics needs a permission, and names routes by their pattern', async () => {
      const books = await admin.get<{ data: { id: string }[] }>('/api/v1/books')
      const id = books.data[0]?.id ?? ''
      await admin.fetch(`/api/v1/books/${id}`)
      await admin.fetch(`/api/v1/nowhere/${id}`)
      await admin.fetch('/api/v1/books', { method: 'PROPFIND' })
      expect((await octavo.anonymous.fetch('/metrics')).status).toBe(401)
      const { key } = await admin.post<{ key: string }>('/api/v1/api-keys', {
        name: 'scraper',
        permissions: ['system-health'],
      })
      const scraped = await octavo.anonymous.fetch('/metrics', { headers: { 'x-api-key': key } })
      expect([scraped.status, scraped.headers.get('content-type')]).toEqual([
        200,
        'text/plain; version=0.0.4; charset=utf-8',
      ])
      const basic = { authorization: `Basic ${btoa(`${ADMIN.username}:${key}`)}` }
      expect((await octavo.anonymous.fetch('/metrics', { headers: basic })).status).toBe(200)
      expect((await admin.fetch('/metrics')).status).toBe(200)
      const text = await scraped.text()
      expect(text).toMatch(
        /octavo_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/books\/\{book_id\}",status="200"\} \d+/,
      )
      expect(text).toMatch(/octavo_task_duration_seconds_count\{type="scan_library",outcome="completed"\} \d+/)
      for (const name of [
        'octavo_queue_oldest_due_seconds 0',
        'octavo_parser_started_total',
        'octavo_cache_misses_total{cache="pages"}',
        'octavo_database_connections{state="waiting"}',
        'octavo_limit_hits_total{limit="rate"}',
        'process_cpu_seconds_total',
        'process_resident_memory_bytes',
      ]) {
        expect(text).toContain(name)
      }
      expect(text).not.toContain(id)
      expect(text).not.toContain('PROPFIND')
    })
  })
}

describe('being asked to stop', () => {
  const folder = temporaryFolder('stopping')
  afterAll(() => folder.remove())

  test('makes a server not ready at once, while it still answers', async () => {
    const server = await startProgram({
      kind: 'serve',
      folder: folder.path,
      name: 'data',
      env: { OCTAVO_STOP_NOTICE_SECONDS: '6' },
    })
    const stranger = client(server.url)
    expect((await stranger.fetch('/health/ready')).status).toBe(200)
    server.child.kill('SIGTERM')
    const answer = await until(
      async () => {
        const ready = await stranger.fetch('/health/ready')
        return { status: ready.status, body: (await ready.json()) as HealthReportDto }
      },
      ({ status }) => status === 503,
    )
    expect(answer.body).toEqual({ status: 'stopping' })
    expect((await stranger.fetch('/health/live')).status).toBe(200)
    expect((await stranger.fetch('/api/v1/info')).status).toBe(200)
    expect(await server.child.exited).toBe(0)
  })
})

describe('several processes on one PostgreSQL', () => {
  const folder = temporaryFolder('processes')
  const programs: Program[] = []
  let drop = async () => {}
  afterAll(async () => {
    for (const program of programs) await program.kill()
    await drop()
    folder.remove()
  })

  test('share their keys, see each other, and a worker answers probes only', async () => {
    const postgres = await freshPostgres()
    drop = postgres.drop
    const env = { OCTAVO_DATABASE_URL: postgres.url }
    const start = (kind: 'serve' | 'worker', name: string) => startProgram({ kind, folder: folder.path, name, env })
    const [a, b, c] = await Promise.all([start('serve', 'a'), start('serve', 'b'), start('serve', 'c')])
    const worker = await start('worker', 'w')
    programs.push(a, b, c, worker)

    const { accessToken } = await client(a.url).post<{ accessToken: string }>('/api/v1/setup/initialize', ADMIN)
    const headers = { authorization: `Bearer ${accessToken}` }
    for (const { url } of [a, b, c]) expect((await client(url, headers).fetch('/api/v1/auth/me')).status).toBe(200)

    const seen = await client(b.url, headers).get<ProcessDto[]>('/api/v1/processes')
    expect(seen.map(({ kind, alive }) => `${kind} ${alive}`).sort()).toEqual([
      'serve true',
      'serve true',
      'serve true',
      'worker true',
    ])
    expect(new Set(seen.map(({ pid }) => pid))).toEqual(new Set(programs.map(({ child }) => child.pid)))

    const probe = client(worker.url)
    expect(await probe.get<HealthReportDto>('/health/ready')).toEqual({ status: 'ready' })
    expect((await probe.fetch('/metrics')).status).toBe(401)
    expect(await (await client(worker.url, headers).fetch('/metrics')).text()).toContain('octavo_parser_processes')
    for (const path of ['/api/v1/books', '/', '/opds/v1/catalog']) expect((await probe.fetch(path)).status).toBe(404)

    expect(await worker.stop()).toBe(0)
    await c.kill()
    const left = await until(
      () => client(a.url, headers).get<ProcessDto[]>('/api/v1/processes'),
      found => found.length === 3,
    )
    expect(left.every(({ kind }) => kind === 'serve')).toBe(true)
  })
})
