import { beforeAll, expect, test } from 'bun:test'
import type { KyselyPlugin } from 'kysely'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries, insertUser } from '../../../db/testing-rows'
import { SYSTEM_VIEWER, type Viewer } from '../../../kernel/viewer'
import { findSeries } from '../../catalogue/series'
import { type MarkedBook, markBooks, markSeries } from './mark-books'
import { UNATTRIBUTED } from './newest-reading.rules'
import { allProgress, findProgress, findReadableBook } from './progress.queries'
import { placeOf } from './progress.rules'
import { progressView } from './progress.view'
import { recordPlace } from './record-place'
import { recountSeriesForAll } from './series-sums.store'

test('a place is completed at the last page, near the end of an EPUB, or if the app reports it', () => {
  expect(placeOf({ currentPage: 3 }, 10)).toEqual({ page: 3, percentage: null, completed: false })
  expect(placeOf({ currentPage: 10 }, 10)).toMatchObject({ completed: true })
  expect(placeOf({ currentPage: 99 }, 10)).toEqual({ page: 10, percentage: null, completed: true })
  expect(placeOf({ currentPage: 5, progressPercentage: 0.98 }, 100)).toMatchObject({ completed: true })
  expect(placeOf({ currentPage: 5, progressPercentage: 0.97 }, 100)).toMatchObject({ completed: false })
  expect(placeOf({ currentPage: 1, completed: true }, 10)).toMatchObject({ completed: true })
  expect(placeOf({ currentPage: 10, completed: false }, 10)).toMatchObject({ completed: false })
  // Not analysed yet: the page count is unknown.
  expect(placeOf({ currentPage: 4 }, 0)).toEqual({ page: 4, percentage: null, completed: false })
})

forEachDatabase('read progress', database => {
  let viewer: Viewer
  let other: Viewer
  let seriesPk = 0
  let libraryPk = 0
  const SERIES = '00000000-0000-7000-8000-0000000005e5'
  const books: number[] = []

  beforeAll(async () => {
    await database.connection.write(async tx => {
      viewer = { ...SYSTEM_VIEWER, userPk: await insertUser(tx, 'ada'), userId: '00000000-0000-7000-8000-0000000000aa' }
      other = { ...SYSTEM_VIEWER, userPk: await insertUser(tx, 'bob') }
      libraryPk = await insertLibrary(tx, 'Comics')
      seriesPk = await insertSeries(tx, libraryPk, 'Akira', { id: SERIES })
      for (const number of [1, 2, 3]) {
        books.push(await insertBook(tx, { libraryPk, seriesPk }, `Akira ${number}`, { number, page_count: 20 }))
      }
    })
  })

  const of = (as: Viewer) => ({ device: null, signIn: null, user: as.userPk })
  const read = (index: number, as = viewer) => ({
    ...UNATTRIBUTED,
    user: as.userPk,
    book: { pk: books[index] ?? 0, series_pk: seriesPk },
  })
  const unread = async (as = viewer) => {
    const { book_count, completed_count } = await findSeries(database.connection.reader, as, SERIES)
    return book_count - (completed_count ?? 0)
  }

  test('begins once, moves on, and keeps the day it was finished first', async () => {
    const { reader, write } = database.connection
    await write(tx => recordPlace(tx, { ...read(0), place: placeOf({ currentPage: 4 }, 20) }, 1000))
    await write(tx => recordPlace(tx, { ...read(0), place: placeOf({ currentPage: 20 }, 20) }, 2000))
    await write(tx => recordPlace(tx, { ...read(0), place: placeOf({ currentPage: 20 }, 20) }, 3000))
    expect(await findProgress(reader, viewer, books[0] ?? 0)).toMatchObject({
      current_page: 20,
      completed: true,
      started_at: 1000,
      updated_at: 3000,
      completed_at: 2000,
    })
    await write(tx => recordPlace(tx, { ...read(0), place: placeOf({ currentPage: 2 }, 20) }, 4000))
    expect(await findProgress(reader, viewer, books[0] ?? 0)).toMatchObject({ completed: false, completed_at: null })
  })

  test('is the own one of each user', async () => {
    const { reader, write } = database.connection
    await write(tx => recordPlace(tx, { ...read(1, other), place: placeOf({ currentPage: 7 }, 20) }, 5000))
    expect(await findProgress(reader, viewer, books[1] ?? 0)).toBeNull()
    expect((await allProgress(reader, other)).map(row => row.current_page)).toEqual([7])
    expect(await unread(other)).toBe(3)
  })

  test('of a whole series is marked and forgotten, with its sums', async () => {
    const { reader, write } = database.connection
    expect(await write(tx => markSeries(tx, of(viewer), [seriesPk], 'read', 6000))).toHaveLength(3)
    expect(await write(tx => markSeries(tx, of(viewer), [seriesPk], 'read', 7000))).toEqual([])
    expect(await unread()).toBe(0)
    expect((await allProgress(reader, viewer)).every(row => row.completed && row.current_page === 20)).toBe(true)
    const forget = () => write(tx => recordPlace(tx, { ...read(2), place: null }, 7500))
    expect(await forget()).toMatchObject({ kind: 'unread' })
    expect(await forget()).toMatchObject({ kind: 'unchanged' })
    expect(await unread()).toBe(1)
    expect(await write(tx => markSeries(tx, of(viewer), [seriesPk], 'unread', 7600))).toHaveLength(2)
    expect(await unread()).toBe(3)
    expect(await unread(other)).toBe(3)
  })

  test.each(['read', 'unread'] as const)('of many series is marked as %s one series at a time', async mark => {
    const { write } = database.connection
    const series = await write(async tx => {
      const pks: number[] = []
      for (const title of ['Sea', 'Sky', 'Sun']) {
        const pk = await insertSeries(tx, libraryPk, `${title} ${mark}`)
        pks.push(pk)
        for (const number of [1, 2, 3])
          await insertBook(tx, { libraryPk, seriesPk: pk }, `${title} ${mark} ${number}`, { number })
      }
      if (mark === 'unread') await markSeries(tx, of(viewer), pks, 'read', 1)
      return pks
    })
    const sizes: number[] = []
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        sizes.push(result.rows.length)
        return result
      },
    }
    const changed = await write(tx =>
      markSeries({ ...tx, query: tx.query.withPlugin(counting) }, of(viewer), series, mark, 9000),
    )
    expect(changed.map(book => book.series_pk)).toEqual(series.flatMap(pk => [pk, pk, pk]))
    expect(Math.max(...sizes)).toBe(3)
  })

  test('follows a book that moves to another series, for every reader', async () => {
    const { reader, write } = database.connection
    const elsewhere = '00000000-0000-7000-8000-0000000005e6'
    await write(tx => recordPlace(tx, { ...read(0), place: placeOf({ currentPage: 20 }, 20) }, 8000))
    await write(async tx => {
      const target = await insertSeries(tx, libraryPk, 'Akira Deluxe', { id: elsewhere, book_count: 1 })
      await tx.query
        .updateTable('books')
        .set({ series_pk: target })
        .where('pk', '=', books[0] ?? 0)
        .execute()
      await recountSeriesForAll(tx, target)
      await recountSeriesForAll(tx, seriesPk)
    })
    expect((await findSeries(reader, viewer, elsewhere)).completed_count).toBe(1)
    expect((await findSeries(reader, viewer, SERIES)).completed_count).toBeNull()
    expect(await findProgress(reader, viewer, books[0] ?? 0)).toMatchObject({ completed: true })
  })

  test('of a book moved during the request is counted in its current series', async () => {
    const { reader, write } = database.connection
    const elsewhere = '00000000-0000-7000-8000-0000000005e7'
    const found = read(0)
    const target = await write(async tx => {
      const pk = await insertSeries(tx, libraryPk, 'Akira Moved', { id: elsewhere, book_count: 1 })
      await tx.query.updateTable('books').set({ series_pk: pk }).where('pk', '=', found.book.pk).execute()
      return pk
    })
    expect(found.book.series_pk).not.toBe(target)
    await write(tx => recordPlace(tx, { ...found, place: placeOf({ currentPage: 20 }, 20) }, 9000))
    const row = await reader.query
      .selectFrom('read_progress')
      .select('series_pk')
      .where('book_pk', '=', found.book.pk)
      .executeTakeFirstOrThrow()
    expect(row.series_pk).toBe(target)
    expect((await findSeries(reader, viewer, elsewhere)).completed_count).toBe(1)
    expect((await findSeries(reader, viewer, SERIES)).completed_count).toBeNull()
  })

  test('is shown as a share: as reported by an EPUB app, by the page of the others', () => {
    const row = {
      pk: 1,
      id: 'p',
      user_pk: 1,
      book_pk: 1,
      series_pk: 1,
      current_page: 5,
      percentage: 0.75,
      completed: false,
      started_at: 0,
      updated_at: 0,
      completed_at: null,
      locator: null,
    }
    const share = (file_format: string) =>
      progressView(row, { id: 'b', file_format, page_count: 20 }, viewer).progressPercentage
    expect(share('epub')).toBe(0.75)
    expect(share('cbz')).toBe(0.25)
  })

  test('of a book that is not there is a 404', () => {
    expect(findReadableBook(database.connection.reader, viewer, SERIES)).rejects.toMatchObject({ code: 'NotFound' })
  })

  test('many at once: finished books keep their day, each series is counted once', async () => {
    const { reader, write } = database.connection
    const [one, two] = ['00000000-0000-7000-8000-0000000005ea', '00000000-0000-7000-8000-0000000005eb'] as const
    const rows = await write(async tx => {
      const made: { pk: number; page_count: number; series_pk: number }[] = []
      for (const [id, name, count] of [[one, 'Biomega', 3] as const, [two, 'Blame', 1] as const]) {
        const series_pk = await insertSeries(tx, libraryPk, name, { id })
        for (let number = 1; number <= count; number++) {
          const place = { libraryPk, seriesPk: series_pk }
          made.push({
            pk: await insertBook(tx, place, `${name} ${number}`, { number, page_count: 20 }),
            page_count: 20,
            series_pk,
          })
        }
      }
      return made
    })
    const place = (index: number) => ({ ...UNATTRIBUTED, user: other.userPk, book: rows[index] as MarkedBook })
    const finished = async () =>
      Promise.all([one, two].map(async id => (await findSeries(reader, other, id)).completed_count ?? 0))
    await write(tx => recordPlace(tx, { ...place(0), place: placeOf({ currentPage: 20 }, 20) }, 1000))
    await write(tx => recordPlace(tx, { ...place(1), place: placeOf({ currentPage: 5 }, 20) }, 1000))
    const changed = await write(tx => markBooks(tx, of(other), rows, 'read', 5000))
    expect(changed.map(({ pk }) => pk).sort()).toEqual([1, 2, 3].map(index => place(index).book.pk).sort())
    const [first, second, , last] = await Promise.all(rows.map(({ pk }) => findProgress(reader, other, pk)))
    expect(first).toMatchObject({ completed_at: 1000, updated_at: 1000 })
    expect(second).toMatchObject({ completed: true, completed_at: 5000, started_at: 1000, current_page: 20 })
    expect(last).toMatchObject({ completed: true, current_page: 20 })
    expect(await finished()).toEqual([3, 1])
    expect(await write(tx => markBooks(tx, of(other), rows, 'read', 6000))).toEqual([])
    expect((await write(tx => markBooks(tx, of(other), rows, 'unread', 7000))).length).toBe(4)
    expect(await finished()).toEqual([0, 0])
    expect(await write(tx => markBooks(tx, of(other), rows, 'unread', 7000))).toEqual([])
    expect(await write(tx => markBooks(tx, of(other), [], 'unread', 7000))).toEqual([])
  })
})
