import { afterAll, afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { forEachDatabase } from '../../../db/testing'
import { insertUser } from '../../../db/testing-rows'
import { SYSTEM_VIEWER, type Viewer } from '../../../kernel/viewer'
import { startParserPool } from '../../../workers'
import { recordPlace, UNATTRIBUTED } from '../../reading/progress'
import { createTestLibrary, type TestLibrary } from '../scan/testing'
import { previewSeriesMerge } from './preview'
import { mergeBooksInto, mergeSeriesInto, moveBooksTo, splitSeriesOff } from './regroup'
import { insertRegrouping } from './regroupings.store'
import { runRegrouping } from './run'
import { regroupingIn } from './testing'
import { undoRegrouping } from './undo-regrouping'

setDefaultTimeout(90_000)
const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

forEachDatabase('books and series that were regrouped', database => {
  let library: TestLibrary
  let viewer: Viewer
  let userPk: number
  beforeEach(async () => {
    library = await createTestLibrary(database.connection, pool)
    userPk = await database.connection.write(tx => insertUser(tx, crypto.randomUUID()))
    viewer = { ...SYSTEM_VIEWER, userPk, userId: String(userPk) }
  })
  afterEach(() => library.remove())

  const { deps, places, seriesCalled, scanned, idOf } = regroupingIn(
    () => database.connection,
    pool,
    () => library,
  )
  const merge = async (from: string, into: string) => {
    const [started] = await mergeSeriesInto(
      deps(),
      viewer,
      (await seriesCalled(into)).id,
      (await seriesCalled(from)).id,
    )
    return started?.row.id ?? ''
  }
  const read = async (path: string, page: number, at: number) => {
    const { pk } = (await library.books())[path] ?? { pk: 0 }
    const { series_pk } = await database.connection.reader.query
      .selectFrom('books')
      .select('series_pk')
      .where('pk', '=', pk)
      .executeTakeFirstOrThrow()
    const place = { page, percentage: 0.5, completed: false }
    await database.connection.write(tx =>
      recordPlace(tx, { ...UNATTRIBUTED, user: viewer.userId, userPk, book: { pk, series_pk }, place } as never, at),
    )
  }
  const reading = () =>
    database.connection.reader.query
      .selectFrom('read_progress')
      .innerJoin('books', 'books.pk', 'read_progress.book_pk')
      .innerJoin('series', 'series.pk', 'read_progress.series_pk')
      .select(['books.path', 'read_progress.current_page as page', 'series.title'])
      .where('read_progress.user_pk', '=', userPk)
      .orderBy('books.path')
      .execute()

  test('stay merged through scans, renamed folders and new files, and can be split again', async () => {
    await scanned('A/1.cbz', 'A/2.cbz', 'B/1.cbz', 'B/2.cbz')
    const undone = await places()
    const before = await seriesCalled('B')
    const id = await merge('B', 'A')
    const all = { 'A/1.cbz': 'A', 'A/2.cbz': 'A', 'B/1.cbz': 'A', 'B/2.cbz': 'A' }
    expect(await places()).toEqual(all)
    expect((await seriesCalled('A')).book_count).toBe(4)
    expect((await seriesCalled('B')).book_count).toBe(0)
    await scanned('B/3.cbz')
    expect(await places()).toEqual({ ...all, 'B/3.cbz': 'A' })
    library.files.move('B', 'C')
    await scanned('C/4.cbz')
    expect(new Set(Object.values(await places()))).toEqual(new Set(['A']))
    library.files.move('A', 'D')
    await scanned('D/3.cbz', 'C/5.cbz')
    const moved = await places()
    expect(Object.keys(moved).length).toBe(8)
    expect(new Set(Object.values(moved)).size).toBe(1)
    library.files.move('C', 'B')
    library.files.move('D', 'A')
    await scanned()
    await undoRegrouping(deps(), viewer, id)
    expect(await places()).toEqual({ ...undone, 'A/3.cbz': 'A', 'B/3.cbz': 'A', 'B/4.cbz': 'A', 'B/5.cbz': 'A' })
    expect((await seriesCalled('B')).id).toBe(before.id)
    await scanned('B/6.cbz')
    expect((await places())['B/6.cbz']).toBe('B')
  })

  test('transfer the data of a series, and return it', async () => {
    await scanned('A/1.cbz', 'B/1.cbz')
    const [a, b] = [await seriesCalled('A'), await seriesCalled('B')]
    await read('B/1.cbz', 3, 5)
    await database.connection.write(async tx => {
      await tx.query
        .insertInto('want_to_read')
        .values({ id: crypto.randomUUID(), user_pk: userPk, series_pk: b.pk, book_pk: null, position: 1, added_at: 1 })
        .execute()
    })
    const preview = await previewSeriesMerge(database.connection.write, viewer, a.id, b.id)
    expect(preview).toMatchObject({
      books: 1,
      passesOn: [
        { what: 'places', moved: 1 },
        { what: 'wantToRead', moved: 1, dropped: 0 },
      ],
    })
    expect(await reading()).toMatchObject([{ title: 'B', page: 3 }])
    const id = await merge('B', 'A')
    expect(await reading()).toMatchObject([{ path: 'B/1.cbz', title: 'A', page: 3 }])
    const wanted = () =>
      database.connection.reader.query
        .selectFrom('want_to_read')
        .select('series_pk')
        .where('user_pk', '=', userPk)
        .executeTakeFirstOrThrow()
    expect(await wanted()).toEqual({ series_pk: a.pk })
    const titles = await database.connection.reader.query
      .selectFrom('alternate_titles')
      .select('title')
      .where('series_pk', '=', a.pk)
      .execute()
    expect(titles).toEqual([{ title: 'B' }])
    const sums = await database.connection.reader.query
      .selectFrom('series_progress')
      .select(['series_pk', 'in_progress_count'])
      .where('user_pk', '=', userPk)
      .execute()
    expect(sums).toEqual([{ series_pk: a.pk, in_progress_count: 1 }])
    await read('B/1.cbz', 5, 9)
    await undoRegrouping(deps(), viewer, id)
    expect(await reading()).toMatchObject([{ title: 'B', page: 5 }])
    expect(await wanted()).toEqual({ series_pk: b.pk })
    expect(
      await database.connection.reader.query
        .selectFrom('alternate_titles')
        .select('title')
        .where('series_pk', 'in', [a.pk, b.pk])
        .execute(),
    ).toEqual([])
    expect(undoRegrouping(deps(), viewer, id)).rejects.toThrow('already been undone')
  })

  test('merge in a chain, and split in any order', async () => {
    await scanned('A/1.cbz', 'B/1.cbz', 'C/1.cbz')
    const first = await merge('C', 'B')
    const second = await merge('B', 'A')
    await scanned('C/2.cbz', 'B/2.cbz')
    expect(new Set(Object.values(await places()))).toEqual(new Set(['A']))
    await undoRegrouping(deps(), viewer, second)
    expect(await places()).toMatchObject({ 'A/1.cbz': 'A', 'B/1.cbz': 'B', 'C/1.cbz': 'B' })
    await undoRegrouping(deps(), viewer, first)
    expect(await places()).toMatchObject({ 'A/1.cbz': 'A', 'B/1.cbz': 'B', 'C/1.cbz': 'C' })
  })

  test('refuses two merges at once in opposite directions', async () => {
    await scanned('A/1.cbz', 'B/1.cbz')
    const [a, b] = [await seriesCalled('A'), await seriesCalled('B')]
    const both = await Promise.allSettled([
      mergeSeriesInto(deps(), viewer, a.id, b.id),
      mergeSeriesInto(deps(), viewer, b.id, a.id),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(new Set(Object.values(await places())).size).toBe(1)
  })

  test('stay split off and moved through scans, also away and back, and by other rules', async () => {
    await scanned('A/1.cbz', 'A/2.cbz', 'A/3.cbz', 'B/1.cbz')
    const a = await seriesCalled('A')
    const [split] = await splitSeriesOff(deps(), viewer, a.id, { bookIds: [await idOf('A/3.cbz')], title: 'Extras' })
    const [moved] = await moveBooksTo(deps(), viewer, [await idOf('A/2.cbz')], (await seriesCalled('B')).id)
    const now = { 'A/1.cbz': 'A', 'A/2.cbz': 'B', 'A/3.cbz': 'Extras', 'B/1.cbz': 'B' }
    expect(await places()).toEqual(now)
    await scanned('A/4.cbz')
    expect(await places()).toEqual({ ...now, 'A/4.cbz': 'A' })
    library.files.move('A', 'Z')
    await scanned('Z/5.cbz')
    const renamed = await places()
    expect(renamed).toMatchObject({ 'Z/2.cbz': 'B', 'Z/3.cbz': 'Extras' })
    expect(
      (
        await database.connection.reader.query
          .selectFrom('series')
          .select('path')
          .where('pk', '=', a.pk)
          .executeTakeFirstOrThrow()
      ).path,
    ).toBe('Z')
    expect(renamed['Z/5.cbz']).toBe(renamed['Z/1.cbz'] ?? '')
    library.files.move('Z/3.cbz', '../aside.cbz')
    await scanned('B/2.cbz')
    expect((await places())['Z/3.cbz']).toBeUndefined()
    library.files.move('../aside.cbz', 'C/3.cbz')
    await scanned()
    expect(await places()).toMatchObject({ 'Z/2.cbz': 'B', 'C/3.cbz': 'Extras' })
    const b = await seriesCalled('B')
    expect((await library.name({ seriesStrategy: 'flat' })).status).toBe('completed')
    // The rules give its series another title; it is the same series.
    expect((await library.books())['Z/2.cbz']?.seriesId).toBe(b.id)
    expect((await places())['C/3.cbz']).toBe('Extras')
    await undoRegrouping(deps(), viewer, split?.row.id ?? '')
    await undoRegrouping(deps(), viewer, moved?.row.id ?? '')
    const after = await places()
    expect(after['C/3.cbz']).not.toBe('Extras')
    const extras = await database.connection.reader.query
      .selectFrom('series')
      .select('pk')
      .where('title', '=', 'Extras')
      .where('library_pk', '=', library.pk)
      .execute()
    expect(extras).toEqual([])
  })

  test('a merged copy stays another file of its book, transfers its places, and can be restored', async () => {
    await scanned('A/1.cbz', 'A/2.cbz')
    library.files.copy('A/1.cbz', 'A/1 (copy).cbz')
    await scanned()
    await read('A/1 (copy).cbz', 4, 50)
    await read('A/1.cbz', 1, 20)
    const before = await places()
    const [started] = await mergeBooksInto(deps(), viewer, await idOf('A/1.cbz'), [await idOf('A/1 (copy).cbz')])
    expect(await places()).toEqual({ 'A/1.cbz': 'A', 'A/2.cbz': 'A' })
    expect(await reading()).toMatchObject([{ path: 'A/1.cbz', page: 4 }])
    await scanned()
    library.files.move('A/1 (copy).cbz', 'A/another.cbz')
    await scanned()
    expect(await places()).toEqual({ 'A/1.cbz': 'A', 'A/2.cbz': 'A' })
    library.files.move('A/another.cbz', 'A/1 (copy).cbz')
    await scanned()
    await undoRegrouping(deps(), viewer, started?.row.id ?? '')
    expect(await places()).toEqual(before)
    expect(await reading()).toMatchObject([
      { path: 'A/1 (copy).cbz', page: 4 },
      { path: 'A/1.cbz', page: 1 },
    ])
    await mergeBooksInto(deps(), viewer, await idOf('A/1.cbz'), [await idOf('A/1 (copy).cbz')])
    library.files.remove('A/1.cbz')
    await scanned()
    // The book gets the remaining file.
    expect(await places()).toEqual({ 'A/1 (copy).cbz': 'A', 'A/2.cbz': 'A' })
    expect(await reading()).toMatchObject([{ path: 'A/1 (copy).cbz', page: 4 }])
  })

  test('keep a rating that was written for a book while it was being merged', async () => {
    await scanned('A/1.cbz', 'A/2.cbz')
    const { '1': into, '2': from } = Object.fromEntries(
      await Promise.all(['1', '2'].map(async name => [name, (await library.books())[`A/${name}.cbz`]] as const)),
    )
    const rate = (pk: number, rating: number, at: number) =>
      database.connection.write(tx =>
        tx.query
          .insertInto('ratings')
          .values({ id: crypto.randomUUID(), user_pk: userPk, book_pk: pk, rating, created_at: at, updated_at: at })
          .execute(),
      )
    await rate(from?.pk ?? 0, 50, 1)
    const [started] = await mergeBooksInto(deps(), viewer, into?.id ?? '', [from?.id ?? ''])
    await rate(from?.pk ?? 0, 60, 2)
    await undoRegrouping(deps(), viewer, started?.row.id ?? '')
    const ratings = await database.connection.reader.query
      .selectFrom('ratings')
      .select(['book_pk', 'rating'])
      .where('user_pk', '=', userPk)
      .orderBy('book_pk')
      .execute()
    expect(ratings).toEqual([
      { book_pk: into?.pk ?? 0, rating: 50 },
      { book_pk: from?.pk ?? 0, rating: 60 },
    ])
  })

  test('refuse another library, and items hidden from the viewer', async () => {
    await scanned('A/1.cbz', 'B/1.cbz')
    const a = await seriesCalled('A')
    const other = await createTestLibrary(database.connection, pool)
    await other.files.add('X/1.cbz')
    await other.scan()
    const x = Object.values(await other.books())[0]
    expect(mergeSeriesInto(deps(), viewer, a.id, x?.seriesId ?? '')).rejects.toMatchObject({
      facts: { reason: 'other_library' },
    })
    const partial = { ...viewer, visibility: { kind: 'libraries', libraryPks: [library.pk] } } as unknown as Viewer
    const missing = mergeSeriesInto(deps(), partial, a.id, crypto.randomUUID()).catch((error: Error) => error.message)
    const hidden = mergeSeriesInto(deps(), partial, a.id, x?.seriesId ?? '').catch((error: Error) => error.message)
    expect(await hidden).toBe((await missing) as string)
    const hiddenBook = moveBooksTo(deps(), partial, [x?.id ?? ''], a.id).catch((error: Error) => error.message)
    expect(await hiddenBook).toBe('Book not found')
    other.remove()
  })

  test('end where they are when a series has gone to another library before its merge was done', async () => {
    await scanned('A/1.cbz', 'B/1.cbz')
    const [a, b] = [await seriesCalled('A'), await seriesCalled('B')]
    const other = await createTestLibrary(database.connection, pool)
    const { write } = database.connection
    const merge = { action: 'merge_series', seriesPk: a.pk, fromSeriesPk: b.pk, details: { from: ['B'] } } as const
    const row = await write(tx => insertRegrouping(tx, { ...merge, libraryPk: library.pk, books: 1, userPk, at: 1 }))
    await write(tx => tx.query.updateTable('series').set({ library_pk: other.pk }).where('pk', '=', a.pk).execute())
    let steps = 0
    await runRegrouping(
      async step => {
        if (++steps > 10) throw new Error('it goes on for ever')
        return write(step)
      },
      row.pk,
      Date.now,
    )
    expect(await places()).toEqual({ 'A/1.cbz': 'A', 'B/1.cbz': 'B' })
    expect(await seriesCalled('B')).toMatchObject({ merged_into_pk: null, book_count: 1 })
    other.remove()
  })
})
