// A client that only follows the stream ends up with the server's state.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import type { LibraryDto } from '@octavo/contract/library'
import type { SeriesDto } from '@octavo/contract/series'
import { SQL } from 'bun'
import { comic, writeLibrary } from '../kit/books'
import { type Client, until } from '../kit/client'
import { type EventStream, openEventStream, type StreamMessage } from '../kit/event-stream'
import { migratedPostgres } from '../kit/migrated'
import { temporaryFolder } from '../kit/paths'
import { startOctavo } from '../kit/server'
import { allBooks, type LibraryPage, makeLibrary, type SeriesPage, scan } from './catalogue'
import { DATABASES } from './people'

setDefaultTimeout(120_000)

interface State {
  readonly books: Map<string, BookDto>
  readonly series: Map<string, SeriesDto>
  readonly libraries: Map<string, LibraryDto>
}

const byId = <T extends { id: string }>(list: readonly T[]) => new Map(list.map(each => [each.id, each]))

async function stateOf(client: Client): Promise<State> {
  const [books, series, libraries] = await Promise.all([
    allBooks(client),
    client.get<SeriesPage>('/api/v1/series?pageSize=500'),
    client.get<LibraryPage>('/api/v1/libraries'),
  ])
  return { books: byId(books), series: byId(series.data), libraries: byId(libraries.data) }
}

/** Holds what it has loaded, and loads again only what events name. */
async function createFolder(client: Client) {
  let state = await stateOf(client)
  let reloads = 0

  async function load<T extends { id: string }>(path: string, loaded: Map<string, T>, id: string): Promise<void> {
    const answer = await client.fetch(`${path}/${id}`)
    if (answer.status !== 200) return void loaded.delete(id)
    const body = (await answer.json()) as T | { readonly book: T }
    loaded.set(id, 'book' in body ? body.book : body)
  }

  async function fold({ data }: StreamMessage): Promise<void> {
    if (data.type === 'resync') {
      reloads++
      state = await stateOf(client)
    }
    if (data.type.startsWith('library_')) await load('/api/v1/libraries', state.libraries, data.libraryId)
    if (data.type === 'library_deleted') {
      for (const [id, book] of state.books) if (book.libraryId === data.libraryId) state.books.delete(id)
      for (const [id, series] of state.series) if (series.libraryId === data.libraryId) state.series.delete(id)
    }
    if (data.type === 'book_deleted') state.books.delete(data.bookId)
    else if (data.bookId) await load('/api/v1/books', state.books, data.bookId)
    if (data.type === 'series_deleted') state.series.delete(data.seriesId)
    else if (data.seriesId) await load('/api/v1/series', state.series, data.seriesId)
    if (data.type === 'series_progress_updated') {
      for (const { id, seriesId } of state.books.values()) {
        if (seriesId === data.seriesId) await load('/api/v1/books', state.books, id)
      }
    }
    if (data.type === 'cover_updated' && data.entityType === 'book') {
      await load('/api/v1/books', state.books, data.entityId)
    }
    if (data.type === 'cover_updated' && data.entityType === 'series') {
      await load('/api/v1/series', state.series, data.entityId)
    }
  }

  return { state: () => state, fold, reloads: () => reloads }
}

/** In one order. The names of series and libraries stand in books too: a client takes them from their owners. */
function comparable({ books, series, libraries }: State) {
  const sorted = <T extends { id: string }>(map: Map<string, T>) =>
    [...map.values()].sort((x, y) => (x.id < y.id ? -1 : 1))
  const named = <T extends { libraryId: string }>(one: T) => ({
    ...one,
    libraryName: libraries.get(one.libraryId)?.name,
  })
  return {
    books: sorted(books).map(book => ({ ...named(book), seriesName: series.get(book.seriesId)?.title })),
    series: sorted(series).map(named),
    libraries: sorted(libraries),
  }
}

for (const database of DATABASES) {
  describe(`folding events on ${database}`, () => {
    test('gives the same as reloading, after hundreds of changes and many lost connections', async () => {
      const folder = temporaryFolder('fold')
      const root = join(folder.path, 'Library')
      const postgres = database === 'postgres' ? await migratedPostgres() : null
      const sql = postgres && new SQL(postgres.url, { max: 1 })
      const octavo = await startOctavo({
        database: 'sqlite',
        env: postgres ? { OCTAVO_DATABASE_URL: postgres.url } : {},
      })
      try {
        const sizes = await Promise.all([2, 3, 4, 5].map(pages => comic({ pages })))
        const write = (path: string, n: number) => writeLibrary(root, { [path]: sizes[n % 4] as Uint8Array })
        for (let n = 0; n < 24; n++) write(`Series ${n % 6}/Book ${n}.cbz`, n)
        const admin = await octavo.signInAsAdmin()
        const library = await makeLibrary(admin, 'Comics', root)
        const client = await createFolder(admin)
        let stream: EventStream = await openEventStream(admin)
        let folded = 0
        const changes: string[] = []

        async function takeIn(): Promise<readonly StreamMessage[]> {
          const from = folded
          while (folded < stream.messages.length) {
            const message = stream.messages[folded++] as StreamMessage
            changes.push(message.data.type)
            await client.fold(message)
          }
          return stream.messages.slice(from, folded)
        }

        /** All that was said so far is taken in: a library's change comes after everything before it. */
        async function catchUp(): Promise<void> {
          const name = `Comics ${changes.length}`
          const { updatedAt } = await admin.patch<LibraryDto>(`/api/v1/libraries/${library.id}`, { name })
          for (let done = false; !done; ) {
            await until(
              async () => stream.messages.length,
              length => length > folded,
            )
            for (const { data } of await takeIn()) {
              done ||= data.type === 'library_updated' && data.timestamp >= updatedAt
            }
          }
        }

        /**
         * A transaction on any database of a PostgreSQL holds back the number from which a client goes on; from too far back
         * it would reload everything. Those of other tests have to be over.
         */
        async function othersDone(): Promise<void> {
          const question = 'select max(pk) < pg_snapshot_xmin(pg_current_snapshot())::text::bigint as over from events'
          await until(
            async () => (await sql?.unsafe(question))?.[0].over,
            over => over !== false,
          )
        }

        async function loseLine(): Promise<void> {
          await othersDone()
          await catchUp()
          stream.close()
          await until(
            async () => stream.ended(),
            ended => ended,
          )
          await takeIn()
          const lastId = stream.lastId() ?? ''
          await readSomething(7)
          stream = await openEventStream(admin, '/api/v1/events', { 'last-event-id': lastId })
          folded = 0
        }

        async function readSomething(n: number): Promise<void> {
          const books = await allBooks(admin)
          const book = books[n % books.length] as BookDto
          const path = `/api/v1/books/${book.id}/progress`
          if (n % 5 === 4) await admin.delete(path)
          else await admin.put(path, { currentPage: 1 + (n % book.pageCount) })
          if (n % 7 === 0) await admin.post(`/api/v1/series/${book.seriesId}/${n % 2 ? 'read' : 'unread'}`)
        }

        for (let round = 0; round < 10; round++) {
          const at = `Series ${round % 6}`
          mkdirSync(join(root, at), { recursive: true })
          write(`${at}/New ${round}.cbz`, round)
          write(`Fresh ${round}/Only.cbz`, round + 1)
          rmSync(join(root, at, `Book ${round}.cbz`), { force: true })
          if (round > 0) rmSync(join(root, `Fresh ${round - 1}`), { recursive: true })
          if (round % 3 === 2) write(`Fresh ${round - 2}/Only.cbz`, round - 1)
          if (round % 4 === 3) renameSync(join(root, at), join(root, `${at} renamed`))
          if (round % 4 === 1) write(`Series 5/Book 5.cbz`, round + 2)
          if (round % 4 === 2) utimesSync(join(root, 'Series 5/Book 23.cbz'), round, round)
          for (let n = 0; n < 6; n++) await readSomething(round * 11 + n)
          await scan(admin, library.id, round % 5 === 4 ? 'deep' : 'normal')
          if (round % 2 === 1) await loseLine()
          await catchUp()
          expect(comparable(client.state())).toEqual(comparable(await stateOf(admin)))
        }
        expect(changes.length).toBeGreaterThan(200)
        expect(new Set(changes)).toEqual(
          new Set([
            ...['library_updated', 'series_created', 'series_updated', 'series_deleted', 'series_progress_updated'],
            ...['book_created', 'book_updated', 'book_deleted', 'cover_updated'],
            ...['read_progress_updated', 'read_progress_deleted'],
          ]),
        )
        expect(client.reloads()).toBe(0)
        stream.close()
      } finally {
        await octavo.stop()
        await sql?.close()
        await postgres?.drop()
        folder.remove()
      }
    })
  })
}
