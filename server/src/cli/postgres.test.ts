import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { temporaryFolder } from '../../../tests/kit/paths'
import { freshPostgres } from '../../../tests/kit/postgres'
import { SERVER_MAIN } from '../../../tests/kit/server-main'

const data = temporaryFolder('cli-postgres')
let database: Awaited<ReturnType<typeof freshPostgres>>
beforeAll(async () => {
  database = await freshPostgres()
}, 60_000)
afterAll(async () => {
  await database?.drop()
  data.remove()
})

function octavo(args: readonly string[], url = database.url) {
  return Bun.spawn([process.execPath, SERVER_MAIN, ...args], {
    env: { PATH: process.env.PATH, HOME: data.path, OCTAVO_DATABASE_URL: url, OCTAVO_LOG_LEVEL: 'silent' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

test('migrate applies each migration to PostgreSQL once', async () => {
  const first = octavo(['migrate'])
  expect(await new Response(first.stdout).text()).toContain('Applied 0001-')
  expect(await first.exited).toBe(0)
  expect(await new Response(octavo(['migrate']).stdout).text()).toBe('Database is up to date.\n')
})

test('a worker and a server share one PostgreSQL and stop cleanly', async () => {
  const worker = octavo(['worker', '--data-dir', join(data.path, 'worker')])
  const server = octavo(['serve', '--host', '127.0.0.1', '--port', '0', '--data-dir', join(data.path, 'server')])
  expect(await readUntil(worker.stdout, 'Ctrl+C')).toContain('The worker is ready.')
  const greeting = await readUntil(server.stdout, 'Ctrl+C')
  const { host, pathname } = new URL(database.url)
  expect(greeting).toContain(`PostgreSQL, ${pathname.slice(1)} on ${host}`)
  for (const child of [worker, server]) {
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
  }
}, 30_000)

test('a missing database is reported with a readable sentence', async () => {
  const url = new URL(database.url)
  url.pathname = '/no_such_database'
  const child = octavo(['migrate'], url.href)
  expect(await new Response(child.stderr).text()).toBe(
    'octavo: The database in OCTAVO_DATABASE_URL does not exist. Create it, then start again.\n',
  )
  expect(await child.exited).toBe(1)
})

async function readUntil(stream: ReadableStream<Uint8Array>, end: string): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes(end)) break
  }
  return text
}
