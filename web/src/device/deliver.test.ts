import '../messages/no-browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { USER_HEADER } from '@octavo/contract/user-header'
import { deliver } from './deliver'
import type { MarkEntry, PlaceEntry } from './unsent.rules'
import { browserTable } from './unsent-table'

const realFetch = globalThis.fetch
const USER = 'u1'
let sent: { readonly method: string; readonly path: string; readonly user: string | null }[] = []

type Answer = (method: string, path: string, body: string) => Response

/** What the network answers, after "who is signed in". */
function serve(answer: Answer): void {
  globalThis.fetch = (async (path: string, init: RequestInit) => {
    if (path === '/api/v1/auth/me') return Response.json({ id: USER })
    const { method = 'GET' } = init
    sent.push({ method, path, user: new Headers(init.headers).get(USER_HEADER) })
    return answer(method, path, String(init.body ?? ''))
  }) as typeof globalThis.fetch
}

const placeOf = (id: string, savedAt: number): PlaceEntry => ({
  kind: 'place',
  userId: USER,
  id,
  bookId: id,
  savedAt,
  sent: false,
  unsent: { place: { page: 3, percentage: null, locator: null }, savedAt, base: null },
})
const noteOf = (id: string, savedAt: number): MarkEntry => ({
  kind: 'mark',
  userId: USER,
  id,
  bookId: 'b1',
  savedAt,
  action: 'create',
  mark: { kind: 'bookmark', page: 2 },
  progression: 0.1,
})
const put = (entry: PlaceEntry | MarkEntry) => browserTable.change([USER, entry.kind, entry.id], () => entry)
const waiting = async () =>
  (await browserTable.all(USER)).filter(entry => !(entry.kind === 'place' && entry.sent)).map(({ id }) => id)
const broken = () => Response.json({ error: 'InternalServerError', message: 'An internal error' }, { status: 500 })

beforeEach(() => {
  sent = []
})
afterEach(async () => {
  globalThis.fetch = realFetch
  for (const { kind, id } of await browserTable.all(USER)) await browserTable.change([USER, kind, id], () => undefined)
})

test('an entry with which the server fails does not block the others', async () => {
  await put(placeOf('b1', 1))
  await put(placeOf('b2', 2))
  for (const id of ['m1', 'm2', 'm3']) await put(noteOf(id, 3))
  serve((_, path, body) => {
    if (path.includes('/books/b1/')) return broken()
    if (path.includes('/books/')) return Response.json({ updatedAt: '2026-03-01T10:00:00.000Z' })
    const ids = (JSON.parse(body) as { marks: { id: string }[] }).marks.map(({ id }) => id)
    return ids.includes('m2') ? broken() : Response.json({ accepted: ids, rejected: [] })
  })
  await deliver(USER)
  expect(await waiting()).toEqual(['b1', 'm2'])
})

test('every request names the user whose entry it sends', async () => {
  await put(placeOf('b1', 1))
  await put(noteOf('m1', 2))
  await put({ ...noteOf('m2', 3), action: 'change', change: { note: 'x' } } as MarkEntry)
  serve((_, path) => Response.json(path.endsWith('/batch') ? { accepted: ['m1'], rejected: [] } : {}))
  await deliver(USER)
  expect(sent.map(({ method, user }) => [method, user])).toEqual([
    ['PUT', USER],
    ['POST', USER],
    ['PATCH', USER],
  ])
})

test('the facts of a refusal are stored for its sentence', async () => {
  await put(placeOf('b1', 1))
  await put(noteOf('m1', 2))
  await put({ ...noteOf('m2', 3), action: 'change', change: { note: 'x' } } as MarkEntry)
  const details = { reason: 'text_long', max: 10_000 }
  serve((_, path) => {
    const rejected = [{ id: 'm1', reason: 'too_many', path: 'marks.0.page', message: 'Too many', max: 20 }]
    if (path.endsWith('/batch')) return Response.json({ accepted: [], rejected })
    return Response.json({ error: 'BadRequest', message: 'Too long', details }, { status: 400 })
  })
  await deliver(USER)
  expect((await browserTable.all(USER)).map(({ id, refusal }) => [id, refusal])).toEqual([
    ['b1', { status: 400, message: 'Too long', details }],
    ['m1', { status: 422, message: 'Too many', details: { reason: 'list_long', max: 20 } }],
    ['m2', { status: 400, message: 'Too long', details }],
  ])
})

test('entries wait while somebody else is signed in', async () => {
  await put(placeOf('b1', 1))
  await put(placeOf('b2', 2))
  const details = { reason: 'other_user' }
  serve(() => Response.json({ error: 'Conflict', message: 'Another user', details }, { status: 409 }))
  await deliver(USER)
  expect(await waiting()).toEqual(['b1', 'b2'])
  // The first answer applies to all.
  expect(sent.length).toBe(1)
})
