import { beforeAll, describe, expect, test } from 'bun:test'
import { BookDto } from '@octavo/contract/book'
import { BOOK_LIST_FIELDS } from '@octavo/contract/list-fields'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries, insertUser } from '../../../db/testing-rows'
import { SYSTEM_VIEWER, type Viewer } from '../../../kernel/viewer'
import { findRow, type list, selectPage } from '../../lists/engine'
import { parseCondition, parseSort, type Sort } from '../../lists/filters'
import { parseText } from '../../lists/words'
import { recordPlace, UNATTRIBUTED } from '../../reading/progress'
import { itemText } from '../items'
import { BOOK_SHELVES } from './book.queries'
import { BOOKS } from './book-entity'
import { BOOK_SORTS } from './book-fields'
import { BOOK_JSON, BOOK_ROW } from './book-row'

forEachDatabase('a list of books', database => {
  let viewer: Viewer
  let limited: Viewer
  const keys = { comics: 0, novels: 0, batman: 0, akira: 0, dune: 0, elan: 0 }
  const pks: Record<string, number> = {}
  const akira2Id = '00000000-0000-7000-8000-0000000000a2'

  beforeAll(async () => {
    await database.connection.write(async tx => {
      const userPk = await insertUser(tx, 'ada')
      keys.comics = await insertLibrary(tx, 'Comics', { id: '00000000-0000-7000-8000-00000000000c' })
      keys.novels = await insertLibrary(tx, 'Novels')
      keys.batman = await insertSeries(tx, keys.comics, 'Batman')
      keys.akira = await insertSeries(tx, keys.comics, 'Akira')
      keys.dune = await insertSeries(tx, keys.novels, 'Dune')
      const comics = (seriesPk: number) => ({ libraryPk: keys.comics, seriesPk })
      for (const number of [1, 2, 10]) {
        pks[`batman${number}`] = await insertBook(tx, comics(keys.batman), `Batman #${number}`, {
          number,
          file_size: number * 100,
          created_at: number,
          release_date: number === 10 ? null : 19900000 + number,
        })
      }
      pks.akira1 = await insertBook(tx, comics(keys.akira), 'Akira 1', { number: 1, file_size: 5000, created_at: 50 })
      pks.akira2 = await insertBook(tx, comics(keys.akira), 'Akira 2', {
        id: akira2Id,
        number: 2,
        page_count: 99,
        created_at: 51,
      })
      pks.elan = await insertBook(tx, comics(keys.akira), 'Élan 100%_sure', {
        created_at: 52,
        analysis_error: 'The file is encrypted',
      })
      const errors = { reason: 'encrypted', details: null, occurred_at: 52, ignored_at: null }
      const ofFile = { error_type: 'parser', message: 'The file is encrypted' }
      const ofCover = { error_type: 'thumbnail', message: 'The cover is encrypted' }
      await tx.query
        .insertInto('book_errors')
        .values([ofFile, ofCover].map(row => ({ ...errors, ...row, book_pk: pks.elan ?? 0 })))
        .execute()
      await insertBook(tx, comics(keys.akira), 'Gone', { deleted: true, created_at: 99 })
      pks.dune = await insertBook(tx, { libraryPk: keys.novels, seriesPk: keys.dune }, 'Dune', {
        file_format: 'epub',
        created_at: 60,
      })
      viewer = { ...SYSTEM_VIEWER, userPk, userId: '00000000-0000-7000-8000-0000000000ad' }
      limited = { ...viewer, visibility: { kind: 'libraries', libraryPks: [keys.novels] } }
    })
  })

  const ask = (question: Partial<list.ListRequest & list.Page> = {}, as = viewer) =>
    selectPage(database.connection.reader, as, BOOK_ROW, { page: 1, pageSize: 50, ...question })
  const titles = async (question: Partial<list.ListRequest & list.Page> = {}, as = viewer) =>
    (await ask(question, as)).rows.map(row => row.title)
  const sorted = (text: string): { sort: Sort } => ({ sort: parseSort(text, BOOK_SORTS, BOOKS.defaultSort) })
  const where = (condition: unknown) => ({ condition: parseCondition(condition, BOOK_LIST_FIELDS) })

  test('is in natural order of titles, without deleted books', async () => {
    const { rows, total } = await ask()
    expect(rows.map(row => row.title)).toEqual([
      'Akira 1',
      'Akira 2',
      'Batman #1',
      'Batman #2',
      'Batman #10',
      'Dune',
      'Élan 100%_sure',
    ])
    expect(total).toBe(7)
  })

  test('is paged without gap or repeat', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map(page => ask({ page, pageSize: 3 })))
    expect(pages.flatMap(page => page.rows.map(row => row.title))).toEqual(await titles())
    expect(pages.map(page => page.total)).toEqual([7, 7, 7, 7])
    expect((await ask({ page: 10 ** 9 })).rows).toEqual([])
  })

  test('sorts by each field in both directions, unknown values first when ascending', async () => {
    expect(await titles({ ...sorted('file_size,desc'), pageSize: 1 })).toEqual(['Akira 1'])
    expect(await titles({ ...sorted('created_at,desc'), pageSize: 2 })).toEqual(['Dune', 'Élan 100%_sure'])
    expect((await titles(sorted('release_date,asc'))).slice(-2)).toEqual(['Batman #1', 'Batman #2'])
    expect((await titles(sorted('release_date,desc'))).slice(0, 2)).toEqual(['Batman #2', 'Batman #1'])
    for (const [field, { ranks }] of Object.entries(BOOK_SORTS)) {
      if (ranks) continue
      const ascending = await titles(sorted(`${field},asc`))
      const descending = await titles(sorted(`${field},desc`))
      expect(descending).toEqual([...ascending].reverse())
      expect(new Set(ascending).size).toBe(7)
    }
  })

  test('sorts by several fields, and mixes by a seed, the same each time', async () => {
    expect(await titles(sorted('number,desc;title,asc'))).toEqual([
      'Batman #10',
      'Akira 2',
      'Batman #2',
      'Akira 1',
      'Batman #1',
      'Dune',
      'Élan 100%_sure',
    ])
    const mixed = await titles(sorted('random:7'))
    expect(await titles(sorted('random:7'))).toEqual(mixed)
    expect([...mixed].sort()).toEqual([...(await titles())].sort())
    const orders = new Set(
      await Promise.all([1, 2, 3, 4].map(async seed => (await titles(sorted(`random:${seed}`))).join())),
    )
    expect(orders.size).toBeGreaterThan(1)
    expect(() => sorted('title;'.repeat(9))).toThrow()
  })

  test('refuses an unknown sort by naming the known ones', () => {
    expect(() => sorted('colour,asc')).toThrow(/allowed are series, title, number, chapter_number, .*score, /)
    expect(() => sorted('title,up')).toThrow('asc or desc')
    expect(() => sorted('constructor,asc')).toThrow('unknown field')
  })

  test('is limited to a library or series with its stored count', async () => {
    expect(await ask({ scope: { library: keys.novels } })).toMatchObject({ total: 1 })
    expect(await ask({ scope: { series: keys.batman } })).toMatchObject({ total: 3 })
    expect(await ask({ scope: { library: keys.novels, series: keys.batman } })).toEqual({ rows: [], total: 0 })
  })

  test('shows a limited viewer only the libraries that are theirs, in rows and counts', async () => {
    expect(await titles({}, limited)).toEqual(['Dune'])
    expect((await ask({}, limited)).total).toBe(1)
    expect(await ask({ scope: { library: keys.comics } }, limited)).toEqual({ rows: [], total: 0 })
    expect((await ask({ ...where({ title: { operator: 'contains', value: 'a' } }) }, limited)).total).toBe(0)
  })

  describe('with a condition', () => {
    const cases: [name: string, condition: unknown, expected: string[]][] = [
      ['text is, without case', { title: { operator: 'is', value: 'DUNE' } }, ['Dune']],
      ['text with % and _ literally', { title: { operator: 'contains', value: '0%_s' } }, ['Élan 100%_sure']],
      ['text begins', { title: { operator: 'beginsWith', value: 'akira' } }, ['Akira 1', 'Akira 2']],
      ['text ends', { title: { operator: 'endsWith', value: '#2' } }, ['Batman #2']],
      ['format', { format: { operator: 'is', value: 'epub' } }, ['Dune']],
      ['number range', { pageCount: { operator: 'between', min: 50, max: 99 } }, ['Akira 2']],
      ['date', { dateAdded: { operator: 'onOrAfter', value: new Date(60).toISOString() } }, ['Dune']],
      ['bool', { hasError: { operator: 'isTrue' } }, ['Élan 100%_sure']],
      ['no value', { summary: { operator: 'isNotNull' } }, []],
      ['nothing of an empty anyOf', { anyOf: [] }, []],
      ['unknown library', { libraryId: { operator: 'is', value: '00000000-0000-7000-8000-0000000000ff' } }, []],
      [
        'a tree',
        {
          allOf: [
            { libraryId: { operator: 'in', values: ['00000000-0000-7000-8000-00000000000C'] } },
            {
              anyOf: [{ title: { operator: 'endsWith', value: '1' } }, { title: { operator: 'endsWith', value: '2' } }],
            },
            { title: { operator: 'doesNotContain', value: 'bat' } },
          ],
        },
        ['Akira 1', 'Akira 2'],
      ],
    ]
    for (const [name, condition, expected] of cases) {
      test(name, async () => {
        const result = await ask(where(condition))
        expect(result.rows.map(row => row.title)).toEqual(expected)
        expect(result.total).toBe(expected.length)
      })
    }

    test('negation: unknown is not true', async () => {
      const not = (condition: unknown) => ask(where({ not: condition }))
      expect((await not({ title: { operator: 'contains', value: 'a' } })).rows.map(row => row.title)).toEqual(['Dune'])
      expect((await not({ summary: { operator: 'contains', value: 'x' } })).total).toBe(7)
      expect((await not({ not: { format: { operator: 'is', value: 'epub' } } })).total).toBe(1)
      expect((await not({ allOf: [] })).total).toBe(0)
    })

    test('everything of an empty allOf', async () => {
      expect((await ask(where({ allOf: [] }))).total).toBe(7)
    })
  })

  test('writes each book in the form of the contract', async () => {
    const { rows } = await selectPage(database.connection.reader, viewer, BOOK_JSON, {
      ...{ sort: BOOKS.defaultSort, page: 1, pageSize: 50 },
    })
    const books = rows.map(row => BookDto.parse(JSON.parse(itemText(row))))
    expect(books.map(book => book.title)).toEqual(await titles())
    const batman = books.find(book => book.title === 'Batman #10')
    expect(batman).toMatchObject({
      number: 10,
      libraryName: 'Comics',
      seriesName: 'Batman',
      path: `${keys.batman}/Batman #10.cbz`,
      readingDirection: 'ltr',
      analyzed: true,
      deleted: false,
      analysisError: null,
      createdAt: '1970-01-01T00:00:00.010Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    })
    expect(batman).not.toHaveProperty('readProgress')
    expect(books.filter(book => book.fileProblem).map(({ title, fileProblem }) => [title, fileProblem])).toEqual([
      ['Élan 100%_sure', 'encrypted'],
    ])
  })

  test('finds words in any order without case or accents', async () => {
    expect(await titles({ text: parseText('ELAN') })).toEqual(['Élan 100%_sure'])
    expect(await titles({ text: parseText('2 akira') })).toEqual(['Akira 2'])
    expect(await titles({ text: parseText('%') })).toEqual(['Élan 100%_sure'])
    expect(await titles({ text: parseText('"; drop table books; --') })).toEqual([])
  })

  test('includes deleted books only when asked', async () => {
    expect(await titles({ subset: 'deleted too' })).toContain('Gone')
  })

  test('knows what the viewer reads: in progress, on deck, recently read', async () => {
    const { reader, write } = database.connection
    const place = (series_pk: number, title: string) => ({
      ...UNATTRIBUTED,
      user: viewer.userPk,
      book: { pk: pks[title] ?? 0, series_pk },
    })
    await write(async tx => {
      await recordPlace(
        tx,
        { ...place(keys.batman, 'batman1'), place: { page: 10, percentage: null, completed: true } },
        1000,
      )
      await recordPlace(
        tx,
        { ...place(keys.dune, 'dune'), place: { page: 3, percentage: 0.3, completed: false } },
        2000,
      )
      await recordPlace(
        tx,
        { ...place(keys.akira, 'akira1'), place: { page: 10, percentage: null, completed: true } },
        3000,
      )
      await recordPlace(
        tx,
        { ...place(keys.akira, 'akira2'), place: { page: 2, percentage: null, completed: false } },
        4000,
      )
    })
    const first = { page: 1, pageSize: 50 }
    const names = (page: { rows: { title: string }[] }) => page.rows.map(row => row.title)
    const begun = await selectPage(reader, viewer, BOOK_ROW, { ...BOOK_SHELVES.inProgress, ...first })
    expect(names(begun)).toEqual(['Akira 2', 'Dune'])
    expect(begun.total).toBe(2)
    expect(names(await selectPage(reader, viewer, BOOK_ROW, { ...BOOK_SHELVES.recentlyRead, ...first }))).toEqual([
      'Akira 2',
      'Akira 1',
      'Dune',
      'Batman #1',
    ])
    const deck = await selectPage(reader, viewer, BOOK_ROW, { ...BOOK_SHELVES.onDeck, ...first })
    expect(names(deck)).toEqual(['Batman #2'])
    expect(deck.total).toBe(1)
    // A damaged book is not offered, unless some of its pages can be read.
    for (const [damaged, page_count, offered] of [
      ['batman2', 0, ['Batman #10']],
      ['batman10', 0, []],
      ['batman2', 10, ['Batman #2']],
    ] as const) {
      const error = { analysis_error: 'It is broken', page_count }
      await write(tx =>
        tx.query
          .updateTable('books')
          .set(error)
          .where('pk', '=', pks[damaged] ?? 0)
          .execute(),
      )
      const rest = await selectPage(reader, viewer, BOOK_ROW, { ...BOOK_SHELVES.onDeck, ...first })
      expect([names(rest), rest.total]).toEqual([[...offered], offered.length])
    }

    const shown = await findRow(reader, viewer, BOOK_JSON, akira2Id)
    expect(BookDto.parse(JSON.parse(itemText(shown))).readProgress).toEqual({
      id: expect.any(String),
      userId: viewer.userId,
      bookId: akira2Id,
      currentPage: 2,
      progressPercentage: 2 / 99,
      completed: false,
      startedAt: '1970-01-01T00:00:04.000Z',
      updatedAt: '1970-01-01T00:00:04.000Z',
      completedAt: null,
    })

    expect(await titles(where({ readStatus: { operator: 'is', value: 'read' } }))).toEqual(['Akira 1', 'Batman #1'])
    expect(await titles(where({ readStatus: { operator: 'is', value: 'in_progress' } }))).toEqual(['Akira 2', 'Dune'])
    expect((await ask(where({ readStatus: { operator: 'isNot', value: 'unread' } }))).total).toBe(4)
    expect((await titles({ ...sorted('last_read,desc') })).slice(0, 2)).toEqual(['Akira 2', 'Akira 1'])

    const stranger = { ...viewer, userPk: viewer.userPk + 1000 }
    expect((await selectPage(reader, stranger, BOOK_ROW, { ...BOOK_SHELVES.inProgress, ...first })).total).toBe(0)
    expect((await selectPage(reader, limited, BOOK_ROW, { ...BOOK_SHELVES.inProgress, ...first })).total).toBe(1)
  })
})
