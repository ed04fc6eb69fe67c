// Several servers on one PostgreSQL: events of one are received by the others.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import type { BookDto } from '@octavo/contract/book'
import type { EventTicketDto } from '@octavo/contract/event'
import { SQL } from 'bun'
import { comic, writeLibrary } from '../kit/books'
import { type Client, client, until } from '../kit/client'
import { openEventStream } from '../kit/event-stream'
import { temporaryFolder } from '../kit/paths'
import { freshPostgres, type PostgresDatabase } from '../kit/postgres'
import { ADMIN, type Octavo, startOctavo } from '../kit/server'
import { allBooks, makeLibrary } from './catalogue'

setDefaultTimeout(60_000)

const folder = temporaryFolder('replicas')
let database: PostgresDatabase
let a: Octavo
let b: Octavo
let onA: Client
let onB: Client
let book: BookDto

beforeAll(async () => {
  writeLibrary(folder.path, { 'Akira/Akira 1.cbz': await comic({ pages: 200 }) })
  database = await freshPostgres()
  const env = { OCTAVO_DATABASE_URL: database.url, OCTAVO_AUTH_JWT_SECRET: randomUUID() }
  a = await startOctavo({ database: 'sqlite', env })
  b = await startOctavo({ database: 'sqlite', env })
  onA = await a.signInAsAdmin()
  onB = client(b.url, onA.headers)
  await makeLibrary(onA, 'Comics', folder.path)
  book = (await allBooks(onA))[0] as BookDto
})

afterAll(async () => {
  await Promise.all([a?.stop(), b?.stop()])
  await database?.drop()
  folder.remove()
})

const place = (page: number) => onA.put(`/api/v1/books/${book.id}/progress`, { currentPage: page })

test('a change on one server is published on the other', async () => {
  const stream = await openEventStream(onB)
  await place(2)
  expect((await stream.heard(({ data }) => data.type === 'read_progress_updated')).data.currentPage).toBe(2)
  stream.close()
})

test('a sign-in that ends on one server ends on the other', async () => {
  const { accessToken } = await a.anonymous.post<{ accessToken: string }>('/api/v1/auth/login', ADMIN)
  const headers = { authorization: `Bearer ${accessToken}` }
  const asked = () => b.anonymous.fetch('/api/v1/auth/me', { headers })
  expect((await asked()).status).toBe(200)
  const stream = await b.anonymous.fetch('/api/v1/events', { headers })
  expect((await a.anonymous.fetch('/api/v1/auth/logout', { method: 'POST', headers })).status).toBe(200)
  await until(asked, ({ status }) => status === 401)
  // Reads to the end, which comes only when the server lets the listener go.
  await stream.text()
})

test('a ticket of one server opens one stream on one of them', async () => {
  const { ticket } = await onA.post<EventTicketDto>('/api/v1/events/ticket')
  const path = `/api/v1/events?ticket=${ticket}`
  const answers = await Promise.all([a, b, a, b].map(({ anonymous }) => anonymous.fetch(path)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
  for (const answer of answers) await answer.body?.cancel()
})

test('a client that loses one server continues on the other and misses nothing', async () => {
  const first = await openEventStream(onA)
  await place(3)
  await first.heard(({ data }) => data.currentPage === 3)
  first.close()
  await place(4)
  const second = await openEventStream(onB, '/api/v1/events', { 'last-event-id': first.lastId() ?? '' })
  await second.heard(({ data }) => data.currentPage === 4)
  // While some other transaction is open, the number to go on from lies before it: earlier events may come twice.
  const pages = second.messages.map(({ data }) => data.currentPage)
  expect(pages.filter(page => page > 3)).toEqual([4])
  second.close()
})

test('nothing is missed when connections between the servers are cut repeatedly', async () => {
  const stream = await openEventStream(onB)
  const sql = new SQL(database.url, { max: 1 })
  const pages = Array.from({ length: 100 }, (_, n) => n + 10)
  for (const page of pages) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'octavo listen' and datname = current_database()`
    await place(page)
  }
  await sql.close()
  const heard = await until(
    async () => stream.messages.map(({ data }) => data.currentPage),
    all => all.includes(pages.at(-1)),
  )
  expect(heard).toEqual(pages)
  stream.close()
})
