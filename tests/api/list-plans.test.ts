// Query plans of lists among 100,000 books: by index, for any sort and viewer.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { BOOK_LIST_FIELDS, SERIES_LIST_FIELDS } from '@octavo/contract/list-fields'
import { type Connection, connect, migrate, type Reader, type Tx } from '../../server/src/db'
import { BOOK_SHELVES } from '../../server/src/features/catalogue/books/book.queries'
import { BOOK_SORTS } from '../../server/src/features/catalogue/books/book-fields'
import { BOOK_JSON } from '../../server/src/features/catalogue/books/book-row'
import { withOtherEditions } from '../../server/src/features/catalogue/books/editions.queries'
import { fullBooks } from '../../server/src/features/catalogue/books/full-books'
import { fullSeries } from '../../server/src/features/catalogue/series/full-series'
import { SERIES_SORTS } from '../../server/src/features/catalogue/series/series-fields'
import { SERIES_JSON } from '../../server/src/features/catalogue/series/series-row'
import { findAll } from '../../server/src/features/finding/search/find-all'
import { type list, selectPage } from '../../server/src/features/lists/engine'
import { parseCondition, type Sort } from '../../server/src/features/lists/filters'
import { parseText } from '../../server/src/features/lists/words'
import type { Viewer } from '../../server/src/kernel/viewer'
import { countingReader } from '../kit/counting-reader'
import { insertMany, type Many, viewersOf } from '../kit/many-books'
import { temporaryFolder } from '../kit/paths'
import { isWhole, planForAnyValues, postgresFaults, type Statement, sqliteFaults } from '../kit/plans'
import { freshPostgres, type PostgresDatabase } from '../kit/postgres'
import { DATABASES } from './people'

setDefaultTimeout(600_000)

const BOOKS = 100_000
const PAGE_SIZE = 50
/** Far behind the first page PostgreSQL may find it cheaper to read and sort them all. */
const BY_ANOTHER_TABLE = new Set(['series', 'last_read', 'read_date'])
/** Sorts of two parts, each read for itself and the first counted: what was opened or rated, and the rest by key. */
const OF_TWO_PARTS = /^(last_read|read_date|date_read|((user|community|avg|external)_)?rating)$/

/** Keys, rows in two parts, their count, and what other tables add: names, titles, ids, links and ratings. */
const MOST_FULL = { books: 7, series: 12 }

for (const database of DATABASES) {
  describe(`plans of lists on ${database}`, () => {
    const folder = temporaryFolder('plans')
    let postgres: PostgresDatabase | null = null
    let connection: Connection
    let many: Many
    let viewers: Readonly<Record<string, Viewer>>

    beforeAll(async () => {
      postgres = database === 'postgres' ? await freshPostgres() : null
      connection = await connect({
        databaseUrl: postgres?.url ?? null,
        dataDir: folder.path,
        databaseTimeoutMs: 300_000,
      })
      await migrate(connection)
      many = await insertMany(connection, BOOKS)
      viewers = viewersOf(many)
    })
    afterAll(async () => {
      await connection?.close()
      await postgres?.drop()
      folder.remove()
    })

    /** The statements that some lists run, each with its values. */
    async function statementsOf(ask: (reader: Reader) => Promise<unknown>): Promise<Statement[]> {
      const seen: Statement[] = []
      const run: Reader['run'] = (sql, values) => {
        seen.push({ sql, values })
        return connection.reader.run(sql, values)
      }
      await ask({ ...connection.reader, run })
      return seen
    }

    /** What is wrong with the plan of a statement: tables read whole, and long sorts; empty for none. */
    const faultsOf = (statement: Statement) =>
      database === 'sqlite' ? sqliteFaults(connection.reader, statement) : postgresFaults(connection.reader, statement)

    async function faults(ask: (reader: Reader) => Promise<unknown>): Promise<string[]> {
      return (await Promise.all((await statementsOf(ask)).map(faultsOf))).flat()
    }

    type Question = Partial<list.ListRequest & list.Page> & { readonly libraryPk?: number | undefined }
    const pageOf = (reader: Reader, viewer: Viewer, kind: 'books' | 'series', { libraryPk, ...asked }: Question) => {
      const question = { page: 1, pageSize: PAGE_SIZE, scope: { library: libraryPk }, ...asked }
      return kind === 'books'
        ? selectPage(reader, viewer, BOOK_JSON, question)
        : selectPage(reader, viewer, SERIES_JSON, question)
    }
    const books = (viewer: Viewer, question: Question) => (reader: Reader) => pageOf(reader, viewer, 'books', question)
    const series = (viewer: Viewer, question: Question) => (reader: Reader) =>
      pageOf(reader, viewer, 'series', question)
    const directions = ['asc', 'desc'] as const

    // The first of all: a plan that was asked for keeps SQLite's reader at what it saw then.
    test('a cached list is dropped when a book changes, and nothing is cached during a write', async () => {
      const viewer = viewers.all as Viewer
      const condition = parseCondition({ title: { operator: 'is', value: 'Book 77' } }, BOOK_LIST_FIELDS)
      const ask = books(viewer, { condition, sort: [{ field: 'title', direction: 'asc' }] })
      const total = async () => ((await ask(connection.reader)) as { total: number }).total
      const retitle = (title: string) => (tx: Tx) => tx.run(`update books set title = '${title}' where pk = 78`, [])
      expect([await total(), await total()]).toEqual([1, 1])
      await connection.write(async tx => {
        await retitle('Another')(tx)
        expect([await total(), await total()]).toEqual([1, 1])
      })
      expect([await total(), await total()]).toEqual([0, 0])
      await connection.write(retitle('Book 77'))
      expect([await total(), await total()]).toEqual([1, 1])
    })

    test('every order of books has an index: for all, of a library, and for partial access', async () => {
      for (const [name, viewer] of Object.entries(viewers)) {
        for (const libraryPk of [undefined, many.libraryPks[0]]) {
          for (const field of Object.keys(BOOK_SORTS)) {
            for (const direction of directions) {
              const pages = database === 'postgres' && BY_ANOTHER_TABLE.has(field) ? [1] : [1, 490]
              for (const page of pages) {
                const found = await faults(books(viewer, { libraryPk, sort: [{ field, direction }], page }))
                const of = [name, libraryPk, field, direction, page]
                expect([...of, found]).toEqual([...of, []])
              }
            }
          }
        }
      }
    })

    test('other editions are found by their paths', async () => {
      const files = Array.from({ length: 500 }, (_, pk) => ({
        ...{ pk, folder_pk: 1, series_pk: 1, path: `b${pk} 001 (1998).cbz` },
      }))
      expect(await faults(reader => withOtherEditions(reader, files))).toEqual([])
    })

    test('so has every order of series', async () => {
      for (const [name, viewer] of Object.entries(viewers)) {
        for (const libraryPk of [undefined, many.libraryPks[0]]) {
          for (const field of Object.keys(SERIES_SORTS)) {
            for (const direction of directions) {
              const found = await faults(series(viewer, { libraryPk, sort: [{ field, direction }] }))
              expect([name, libraryPk, field, direction, found]).toEqual([name, libraryPk, field, direction, []])
            }
          }
        }
      }
    })

    test('on deck is in reading order, and by date on request', async () => {
      for (const [name, viewer] of Object.entries(viewers)) {
        for (const libraryPk of [undefined, many.libraryPks[0]]) {
          for (const { sort } of [BOOK_SHELVES.onDeck, BOOK_SHELVES.recentlyAdded]) {
            const found = await faults(books(viewer, { libraryPk, subset: 'on deck', sort: [...sort] }))
            // The series that one reader follows may be joined with all series at once.
            const faultsOfBooks = found.filter(fault => fault !== 'Seq Scan on series')
            expect([name, libraryPk, sort, faultsOfBooks]).toEqual([name, libraryPk, sort, []])
          }
        }
      }
    })

    test('the commonest filters look at no book that an index rules out', async () => {
      const libraryPk = many.libraryPks[0]
      const conditions = [
        { allOf: [{ format: { operator: 'is', value: 'epub' } }, { pageCount: { operator: 'gte', value: 390 } }] },
        { dateAdded: { operator: 'before', value: '1970-01-01T00:00:01Z' } },
        { readStatus: { operator: 'is', value: 'in_progress' } },
        { readStatus: { operator: 'is', value: 'read' } },
        { readStatus: { operator: 'is', value: 'unread' } },
        { genre: { operator: 'is', value: 'Seinen' } },
        { genre: { operator: 'isNot', value: 'Seinen' } },
        { tag: { operator: 'beginsWith', value: 'time' } },
        { author: { operator: 'is', value: 'Otomo' } },
        { hasError: { operator: 'isTrue' } },
        { title: { operator: 'contains', value: 'ook 77' } },
        { year: { operator: 'between', min: 1990, max: 1999 } },
        { seriesId: { operator: 'is', value: '00000001-0000-7000-8000-00005e21e500' } },
        {
          allOf: [
            { genre: { operator: 'is', value: 'Seinen' } },
            { not: { readStatus: { operator: 'is', value: 'read' } } },
          ],
        },
      ]
      const sorts: Sort[] = [
        [{ field: 'title', direction: 'asc' }],
        [{ field: 'created_at', direction: 'desc' }],
        [{ field: 'series', direction: 'asc' }],
      ]
      for (const [name, viewer] of Object.entries(viewers)) {
        for (const each of conditions) {
          const condition = parseCondition(each, BOOK_LIST_FIELDS)
          for (const sort of sorts) {
            const found = (await faults(books(viewer, { libraryPk, condition, sort }))).filter(isWhole)
            const asked = [name, JSON.stringify(each), sort[0].field]
            expect([...asked, found]).toEqual([...asked, []])
          }
        }
      }
      const ofSeries = [
        { genre: { operator: 'is', value: 'Seinen' } },
        { author: { operator: 'is', value: 'Otomo' } },
        // This reader has opened half of all series: PostgreSQL is right to look at all of them.
        ...(database === 'sqlite' ? ['in_progress', 'read'] : []).map(value => ({
          readStatus: { operator: 'is', value },
        })),
        { year: { operator: 'gte', value: 2010 } },
      ]
      for (const [name, viewer] of Object.entries(viewers)) {
        for (const each of ofSeries) {
          const condition = parseCondition(each, SERIES_LIST_FIELDS)
          const found = (
            await faults(series(viewer, { condition, sort: [{ field: 'name', direction: 'asc' }] }))
          ).filter(isWhole)
          expect([name, JSON.stringify(each), found]).toEqual([name, JSON.stringify(each), []])
        }
      }
    })

    test('a search uses the index of words or of titles, and sorts no more than a few hundred of its hits', async () => {
      const sort: Sort = [{ field: 'relevance', direction: 'asc' }]
      const found = new Map<string, string[]>()
      for (const [name, viewer] of Object.entries(viewers)) {
        for (const libraryPk of [undefined, many.libraryPks[0]]) {
          for (const page of [1, 7]) {
            const asked = { libraryPk, sort, page }
            for (const typed of ['seldom', 'sel', 'everywhere', 'book77', 'ever book77']) {
              const faultsOf = await faults(books(viewer, { ...asked, text: parseText(typed) }))
              found.set(['books', name, libraryPk ?? 'all', typed, page].join(), faultsOf)
            }
            for (const typed of ['seldom', 'sel', 'everywhere', 'series77', 'ever series77']) {
              const faultsOf = await faults(series(viewer, { ...asked, text: parseText(typed) }))
              found.set(['series', name, libraryPk ?? 'all', typed, page].join(), faultsOf)
            }
          }
        }
        for (const typed of ['seldom', 'book77', 'sel', 'series7']) {
          // PostgreSQL judges all series at once for viewers who see single ones, where that is cheaper than one by one.
          if (database === 'postgres' && viewer.visibility.kind === 'series') continue
          const found = await faults(reader => findAll(reader, viewer, { typed, kinds: ['series', 'books'], limit: 8 }))
          expect([name, typed, found]).toEqual([name, typed, []])
        }
      }
      expect([...found].filter(([, faults]) => faults.length > 0)).toEqual([])
      if (database === 'sqlite') return
      const common = await statementsOf(books(viewers.all as Viewer, { sort, text: parseText('everywhere') }))
      const byTitle = common.filter(({ sql }) => sql.includes('order by "books"."sort_key"'))
      const plans = await Promise.all(byTitle.map(each => planForAnyValues(connection, each)))
      expect(plans).toEqual([expect.stringMatching(/^Limit.*\n +-> +Index Scan using books_by_title on books/)])
    })

    test('a page near one that was read is entered by its index, and is the one that steps over all before it find', async () => {
      const { memo: _, ...plain } = connection.reader
      const limited: Viewer = {
        ...(viewers.all as Viewer),
        visibility: { kind: 'series', libraryPks: null, sharing: null, age: { limit: 12, unrated: true } },
      }
      const sorts = Object.keys(BOOK_SORTS).flatMap(field => directions.map(each => [field, each] as const))
      for (const [at, [field, direction]] of sorts.entries()) {
        const viewer = [viewers.all, viewers['some libraries'], limited][at % 3] as Viewer
        const libraryPk = at % 2 ? many.libraryPks[0] : undefined
        const condition =
          at % 4 === 3 ? parseCondition({ pageCount: { operator: 'lt', value: 200 } }, BOOK_LIST_FIELDS) : null
        const sort: Sort = [{ field, direction }]
        for (const page of [120, 125, 121, 90, 119]) {
          const ask = books(viewer, { libraryPk, condition, sort, page })
          const [found, expected] = [await ask(connection.reader), await ask(plain)]
          expect([field, direction, page, found]).toEqual([field, direction, page, expected])
        }
        const sqlOf = await statementsOf(books(viewer, { libraryPk, condition, sort, page: 126 }))
        expect([field, direction, sqlOf.some(({ sql }) => /[<>]= /.test(sql))]).toEqual([field, direction, true])
        if (condition === null && viewer !== limited) {
          const found = (await Promise.all(sqlOf.map(faultsOf))).flat()
          if (database === 'sqlite' || !BY_ANOTHER_TABLE.has(field))
            expect([field, direction, found]).toEqual([field, direction, []])
        }
      }
      for (const field of Object.keys(SERIES_SORTS)) {
        for (const page of [60, 66, 61, 44]) {
          const ask = series(limited, { sort: [{ field, direction: 'desc' }], page })
          expect([field, page, await ask(connection.reader)]).toEqual([field, page, await ask(plain)])
        }
      }
    })

    test('a page needs the same few statements, however long and deep it is', async () => {
      const viewer = viewers.all as Viewer
      // The way to the deepest of these pages, of which each step is cached; SQLite makes several.
      const steps = database === 'sqlite' ? 4 : 1
      // Keys, and again from the beginning after a cursor without a value; cached rows: of all, and of the viewer.
      const most = (field: string) => (OF_TWO_PARTS.test(field) ? 5 : field === 'release_date' ? 4 : 2) + 2 + steps
      const counts = async (ask: (page: number, pageSize: number) => (reader: Reader) => Promise<unknown>) => {
        const pages = [ask(1, 1), ask(1, 500), ask(100, 50), ask(199, 500)]
        return Promise.all(pages.map(async each => (await statementsOf(each)).length))
      }
      for (const field of Object.keys(BOOK_SORTS)) {
        for (const direction of directions) {
          const sort: Sort = [{ field, direction }]
          const found = await counts((page, pageSize) => books(viewer, { sort, page, pageSize }))
          expect([field, direction, Math.max(...found) <= most(field)]).toEqual([field, direction, true])
        }
      }
      for (const field of Object.keys(SERIES_SORTS)) {
        const found = await counts((page, pageSize) =>
          series(viewer, { sort: [{ field, direction: 'desc' }], page, pageSize }),
        )
        expect([field, Math.max(...found) <= most(field)]).toEqual([field, true])
      }
    })

    test('a page of full items needs as many statements for one as for 500', async () => {
      const condition = parseCondition({ title: { operator: 'beginsWith', value: 'Book' } }, BOOK_LIST_FIELDS)
      const named = parseCondition({ year: { operator: 'gte', value: 1980 } }, SERIES_LIST_FIELDS)
      const fullPages = {
        books: async (reader: Reader, viewer: Viewer, pageSize: number) => {
          const asked = { condition, sort: [{ field: 'title', direction: 'asc' }], page: 1, pageSize } as const
          return fullBooks(reader, viewer, (await selectPage(reader, viewer, BOOK_JSON, asked)).rows)
        },
        series: async (reader: Reader, viewer: Viewer, pageSize: number) => {
          const asked = { condition: named, sort: [{ field: 'name', direction: 'asc' }], page: 1, pageSize } as const
          return fullSeries(reader, viewer, (await selectPage(reader, viewer, SERIES_JSON, asked)).rows)
        },
      }
      for (const [name, viewer] of Object.entries(viewers).slice(0, 3)) {
        for (const [listed, ask] of Object.entries(fullPages)) {
          const counts: number[] = []
          for (const pageSize of [1, 50, 500]) {
            const counting = countingReader(connection.reader)
            const rows = await ask(counting.reader, viewer, pageSize)
            expect([name, listed, rows.length]).toEqual([name, listed, pageSize])
            counts.push(counting.count())
          }
          const [one = 0] = counts
          expect([name, listed, counts, one <= MOST_FULL[listed as 'books']]).toEqual([
            name,
            listed,
            [one, one, one],
            true,
          ])
        }
      }
    })
  })
}
