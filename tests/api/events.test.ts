// The event stream: recipients, positions, credentials, and that nothing is left behind.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import { EntityChangeEvent, type EventTicketDto } from '@octavo/contract/event'
import { ScanStatusDto } from '@octavo/contract/scan'
import { comic, writeLibrary } from '../kit/books'
import { type Client, client, until } from '../kit/client'
import { type EventStream, openEventStream } from '../kit/event-stream'
import { temporaryFolder } from '../kit/paths'
import { allBooks, JSON_HEADERS, makeLibrary, scan, seriesNamed } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

for (const database of DATABASES) {
  describe(`events on ${database}`, () => {
    const folder = temporaryFolder('events')
    const root = join(folder.path, 'Library')
    let octavo: Inhabited
    let admin: Client
    let libraryId: string
    let book: BookDto
    const place = (reader: Client, page: number) =>
      reader.put(`/api/v1/books/${book.id}/progress`, { currentPage: page })

    beforeAll(async () => {
      const bytes = await comic({ pages: 4 })
      writeLibrary(root, { 'Akira/Akira 1.cbz': bytes, 'Akira/Akira 2.cbz': bytes, 'Dune/Dune 1.cbz': bytes })
      // Others' transactions would hold back the number from which a listener goes on.
      octavo = await startInhabited({ database, alone: true })
      admin = octavo.admin
      libraryId = (await makeLibrary(admin, 'Comics', root)).id
      book = (await allBooks(admin))[0] as BookDto
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('a stream is open to every signed-in user, and says how to reconnect', async () => {
      const abort = new AbortController()
      const answer = await admin.fetch('/api/v1/events', { signal: abort.signal })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('text/event-stream')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('x-accel-buffering')).toBe('no')
      abort.abort()
      const stream = await openEventStream(admin)
      await until(
        async () => stream.retryMs(),
        ms => ms !== null,
      )
      expect(stream.lastId()).toMatch(/^\d+$/)
      stream.close()
      expect((await octavo.anonymous.fetch('/api/v1/events')).status).toBe(401)
      expect((await admin.fetch('/api/v1/events', { method: 'POST' })).status).toBe(405)
      expect((await admin.fetch('/api/v1/events', { method: 'HEAD' })).status).toBe(200)
      expect((await admin.fetch('/api/v1/events?channels=entities,secrets')).status).toBe(400)
      expect((await admin.fetch('/api/v1/events?channels=')).status).toBe(400)
    })

    test('a place in a book is sent to its reader and to nobody else', async () => {
      const ada = await octavo.addUser('ada')
      const [own, other] = await Promise.all([openEventStream(ada), openEventStream(admin)])
      await place(ada, 2)
      const { data } = await own.heard(({ data }) => data.type === 'read_progress_updated')
      const { id: userId } = await ada.get<{ id: string }>('/api/v1/user')
      const { id: bookId, seriesId } = book
      const shown = { type: 'read_progress_updated', bookId, seriesId, libraryId, completed: false, currentPage: 2 }
      expect(data).toEqual({ ...shown, userId, timestamp: expect.any(String) })
      expect(EntityChangeEvent.safeParse(data).success).toBe(true)
      await ada.delete(`/api/v1/books/${book.id}/progress`)
      await own.heard(({ data }) => data.type === 'read_progress_deleted')
      await ada.post(`/api/v1/series/${book.seriesId}/read`)
      await own.heard(({ data }) => data.type === 'series_progress_updated')
      // What comes after it has come, so what was not for the other one did not.
      await admin.patch(`/api/v1/libraries/${libraryId}`, { name: 'Comics of all' })
      await other.heard(({ data }) => data.type === 'library_updated')
      expect(other.messages.filter(({ data }) => /progress/.test(data.type))).toEqual([])
      own.close()
      other.close()
    })

    test('events after the first answer arrive, also for clients that connect later', async () => {
      const bea = await octavo.addUser('bea')
      const since = (await bea.fetch('/api/v1/auth/me')).headers.get('last-event-id') ?? ''
      expect(since).toMatch(/^[1-9]\d*$/)
      await place(bea, 3)
      const stream = await openEventStream(bea, '/api/v1/events', { 'last-event-id': since })
      await stream.heard(({ data }) => data.type === 'read_progress_updated' && data.currentPage === 3)
      expect(stream.messages.map(({ data }) => data.type)).not.toContain('resync')
      stream.close()
    })

    test('tasks are for those who may see tasks, scans for those who may see libraries', async () => {
      const reader = await octavo.addUser('eve')
      const status = async (path: string) => (await reader.fetch(path)).status
      expect(await status('/api/v1/tasks/stream')).toBe(403)
      expect(await status('/api/v1/events?channels=entities,tasks')).toBe(403)
      const scans = await openEventStream(reader, '/api/v1/scans/stream')
      const mixed = await openEventStream(reader, '/api/v1/events?channels=entities,scans')
      await scan(admin, libraryId)
      const end = await scans.heard(({ data }) => data.status === 'completed')
      expect(ScanStatusDto.parse(end.data)).toMatchObject({ libraryId, filesTotal: 3, filesProcessed: 3 })
      expect(new Set(scans.messages.map(({ event }) => event))).toEqual(new Set(['']))
      expect(scans.messages[0]?.data.status).toBe('pending')
      const named = await mixed.heard(({ event, data }) => event === 'scan' && data.status === 'completed')
      expect(named.data).toEqual(end.data)
      await mixed.heard(({ event, data }) => event === '' && data.type === 'library_updated')
      scans.close()
      mixed.close()
    })

    test('a new book is announced once, after its series, and so are its pages and cover', async () => {
      const stream = await openEventStream(admin)
      writeLibrary(root, { 'Saga/Saga 1.cbz': await comic({ pages: 3 }) })
      await scan(admin, libraryId)
      const series = await seriesNamed(admin, 'Saga')
      const saga = (await allBooks(admin)).find(({ seriesId }) => seriesId === series.id)
      await stream.heard(({ data }) => data.type === 'cover_updated' && data.entityId === series.id)
      const types = (id: string | undefined) =>
        stream.messages
          .filter(({ data }) => (data.bookId ?? data.entityId ?? data.seriesId) === id)
          .map(m => m.data.type)
      expect(types(saga?.id).slice(0, 3)).toEqual(['book_created', 'book_updated', 'cover_updated'])
      expect(types(series.id)[0]).toBe('series_created')
      const order = stream.messages.map(({ data }) => data.type)
      expect(order.indexOf('series_created')).toBeLessThan(order.indexOf('book_created'))
      stream.close()
    })

    test('a returning client gets what it missed, once', async () => {
      // On PostgreSQL what came before may come twice, as long as some other transaction of its server is open.
      const newTo = ({ messages }: EventStream) => {
        const pages = messages.map(({ data }) => data.currentPage)
        return database === 'sqlite' ? pages : pages.slice(pages.lastIndexOf(1) + 1)
      }
      const first = await openEventStream(admin)
      await place(admin, 1)
      await first.heard(({ data }) => data.currentPage === 1)
      first.close()
      await place(admin, 2)
      await place(admin, 3)
      const headers = { 'last-event-id': first.lastId() ?? '' }
      const again = await openEventStream(admin, '/api/v1/events', headers)
      await again.heard(({ data }) => data.currentPage === 3)
      expect(newTo(again)).toEqual([2, 3])
      again.close()
      // In the address, for clients that cannot set a header.
      const byQuery = await openEventStream(admin, `/api/v1/events/stream?lastEventId=${first.lastId()}`)
      await byQuery.heard(({ data }) => data.currentPage === 3)
      expect(newTo(byQuery)).toEqual([2, 3])
      byQuery.close()
    })

    test('a client that returns with an unknown id has to reload, once, and then gets events', async () => {
      for (const id of ['999999999', 'of-another-server', '-1']) {
        const stream = await openEventStream(admin, '/api/v1/events', { 'last-event-id': id })
        await stream.heard(({ data }) => data.type === 'resync')
        await place(admin, 1)
        await stream.heard(({ data }) => data.type === 'read_progress_updated')
        expect(stream.messages.map(({ data }) => data.type)).toEqual(['resync', 'read_progress_updated'])
        expect(Number(stream.lastId())).toBeLessThan(999_999_999)
        stream.close()
      }
    })

    test('a ticket opens one stream, and is worth what its maker may', async () => {
      const reader = await octavo.addUser('kay')
      const ticket = async (of: Client) => (await of.post<EventTicketDto>('/api/v1/events/ticket')).ticket
      const status = async (path: string) => (await octavo.anonymous.fetch(path)).status
      const once = await ticket(reader)
      const stream = await openEventStream(octavo.anonymous, `/api/v1/events?ticket=${once}`)
      await place(reader, 2)
      await stream.heard(({ data }) => data.type === 'read_progress_updated')
      expect(await status(`/api/v1/events?ticket=${once}`)).toBe(401)
      expect(await status(`/api/v1/events?ticket=${'x'.repeat(43)}`)).toBe(401)
      expect(await status('/api/v1/events?ticket=')).toBe(401)
      // A wrong one is not made good by other credentials.
      expect((await reader.fetch('/api/v1/events?ticket=wrong')).status).toBe(401)
      expect(await status(`/api/v1/tasks/stream?ticket=${await ticket(reader)}`)).toBe(403)
      expect(await status(`/api/v1/books?ticket=${await ticket(reader)}`)).toBe(401)
      const race = await ticket(reader)
      const raced = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const abort = new AbortController()
          const answer = await octavo.anonymous.fetch(`/api/v1/events?ticket=${race}`, { signal: abort.signal })
          abort.abort()
          return answer.status
        }),
      )
      expect(raced.toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 401)])
      expect((await octavo.anonymous.fetch('/api/v1/events/ticket', { method: 'POST' })).status).toBe(401)
      stream.close()
    })

    test('a stream ends within a second or so when what it was opened by ends', async () => {
      const maker = await octavo.addUser('max')
      const key = await maker.post<{ id: string; key: string }>('/api/v1/api-keys', { name: 'screen' })
      const byKey = client(octavo.url, { 'x-api-key': key.key })
      // A short life may be over before its stream is open, on a busy machine: the next one is longer.
      const short = async (lifeMs = 1_500): Promise<EventStream> => {
        const expiresAt = new Date(Date.now() + lifeMs).toISOString()
        const { key } = await maker.post<{ key: string }>('/api/v1/api-keys', { name: 'short', expiresAt })
        const opened = openEventStream(client(octavo.url, { 'x-api-key': key }))
        return lifeMs > 20_000 ? opened : opened.catch(() => short(lifeMs * 3))
      }
      const { ticket } = await byKey.post<EventTicketDto>('/api/v1/events/ticket')
      const streams = await Promise.all([
        openEventStream(byKey),
        openEventStream(octavo.anonymous, `/api/v1/events?ticket=${ticket}`),
        short(),
        openEventStream(maker),
      ])
      const [revoked, ticketed, expiring, own] = streams
      await maker.delete(`/api/v1/api-keys/${key.id}`)
      for (const stream of [revoked, ticketed, expiring]) {
        await until(
          async () => stream.ended(),
          ended => ended,
        )
      }
      expect(own.ended()).toBe(false)
      own.close()
    })

    test('one user has five streams at a time; a client that vanishes gives its own back', async () => {
      const reader = await octavo.addUser('tom')
      const { hostname, port } = new URL(octavo.url)
      const openRaw = () =>
        new Promise<{ drop(): void }>((resolve, reject) => {
          const socket = connect(Number(port), hostname, () => {
            socket.write(
              `GET /api/v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: ${reader.headers.authorization}\r\n\r\n`,
            )
          })
          socket.once('data', () => resolve({ drop: () => socket.resetAndDestroy() }))
          socket.on('error', reject)
        })
      const raw = await Promise.all(Array.from({ length: 5 }, openRaw))
      const refused = await reader.fetch('/api/v1/events')
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await refused.json()).toEqual({
        error: 'rate_limit_exceeded',
        message: expect.any(String),
        retry_after: Number(refused.headers.get('retry-after')),
      })
      // Others have their own five.
      ;(await openEventStream(admin)).close()
      for (const socket of raw) socket.drop()
      const later = await until(
        () => Promise.all(Array.from({ length: 5 }, () => openEventStream(reader).catch(() => null))),
        streams => {
          if (streams.every(stream => stream !== null)) return true
          for (const stream of streams) stream?.close()
          return false
        },
      )
      for (const stream of later) stream?.close()
    })

    test('a server that stops sends its listeners away, and they miss nothing', async () => {
      const stream = await openEventStream(admin)
      await place(admin, 4)
      await stream.heard(({ data }) => data.currentPage === 4)
      await octavo.restart()
      await until(
        async () => stream.ended(),
        ended => ended,
      )
      await place(admin, 1)
      const again = await openEventStream(admin, '/api/v1/events', { 'last-event-id': stream.lastId() ?? '' })
      await again.heard(({ data }) => data.currentPage === 1)
      // What came last may come twice on PostgreSQL, as long as some other transaction is open.
      expect(new Set(again.messages.map(({ data }) => data.type))).toEqual(new Set(['read_progress_updated']))
      expect(again.messages.filter(({ data }) => data.currentPage === 1)).toHaveLength(1)
      again.close()
    })

    test('a deleted library is announced, with everything in it', async () => {
      const stream = await openEventStream(admin)
      const answer = await admin.fetch(`/api/v1/libraries/${libraryId}`, { method: 'DELETE', headers: JSON_HEADERS })
      expect(answer.status).toBe(204)
      const { data } = await stream.heard(({ data }) => data.type === 'library_deleted')
      expect(data).toEqual({ type: 'library_deleted', libraryId, timestamp: expect.any(String) })
      stream.close()
    })
  })
}
