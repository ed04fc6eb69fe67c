import { beforeAll, expect, test } from 'bun:test'
import { countingReader } from '../../../../tests/kit/counting-reader'
import { forEachDatabase } from '../../db/testing'
import { insertBook, insertLibrary, insertSeries, insertUser } from '../../db/testing-rows'
import { SYSTEM_VIEWER, type Viewer } from '../../kernel/viewer'
import { type Asked, details, find, holders, items, jsonDocument, offersOf, openShelf, type ShelfName } from '.'

const PAGE = { page: 1, pageSize: 50 }
const OPEN = { library: '00000000-0000-7000-8000-000000000001', series: '00000000-0000-7000-8000-000000000002' }
const HIDDEN = {
  library: '00000000-0000-7000-8000-000000000003',
  series: '00000000-0000-7000-8000-000000000004',
  book: '00000000-0000-7000-8000-000000000005',
}
const SMALL = '00000000-0000-7000-8000-000000000006'
const LIST = '00000000-0000-7000-8000-000000000007'
const NAMES: readonly ShelfName[] = [
  'keep-reading',
  'on-deck',
  'new-books',
  'new-series',
  'updated-series',
  'all-series',
  'want-to-read',
]

forEachDatabase('the read model', database => {
  let viewer: Viewer
  beforeAll(async () => {
    const { userPk, libraryPk } = await database.connection.write(async tx => {
      const userPk = await insertUser(tx, 'ada')
      const libraryPk = await insertLibrary(tx, 'Open', { id: OPEN.library })
      const many = await insertSeries(tx, libraryPk, 'Many', { id: OPEN.series })
      for (let number = 1; number <= 60; number++) {
        await insertBook(tx, { libraryPk, seriesPk: many }, `Many ${number}`, { number })
      }
      const small = await insertSeries(tx, libraryPk, 'Small', { id: SMALL })
      await insertBook(tx, { libraryPk, seriesPk: small }, 'Small 1', { number: 1 })
      const hiddenPk = await insertLibrary(tx, 'Secret library', { id: HIDDEN.library })
      const hidden = await insertSeries(tx, hiddenPk, 'Secret series', { id: HIDDEN.series })
      await insertBook(tx, { libraryPk: hiddenPk, seriesPk: hidden }, 'Secret book', { number: 1, id: HIDDEN.book })
      const list = {
        ...{ id: LIST, kind: 'collection' as const, owner_pk: userPk, private_pk: userPk, name: 'Mine' },
        ...{ visibility: 'private' as const, name_key: 'mine', summary: null, ordered: true, condition: null },
      }
      const { pk } = await tx.query
        .insertInto('curated_lists')
        .values({ ...list, created_at: 1, updated_at: 1 })
        .returning('pk')
        .executeTakeFirstOrThrow()
      const member = (seriesPk: number, position: number) => ({
        ...{ list_pk: pk, series_pk: seriesPk, position, added_at: 1 },
      })
      await tx.query
        .insertInto('collection_series')
        .values([member(hidden, 1), member(small, 2), member(many, 3)])
        .execute()
      const wanted = { user_pk: userPk, book_pk: null, added_at: 1 }
      await tx.query
        .insertInto('want_to_read')
        .values([
          { ...wanted, id: 'a', series_pk: hidden, position: 1 },
          { ...wanted, id: 'b', series_pk: small, position: 2 },
        ])
        .execute()
      return { userPk, libraryPk }
    })
    viewer = {
      ...SYSTEM_VIEWER,
      userPk,
      permissions: new Set(['series-read', 'books-read', 'pages-read']),
      visibility: { kind: 'libraries', libraryPks: [libraryPk] },
    }
  })
  const asked = (reader = database.connection.reader): Asked => ({ reader, viewer })

  test('shows nothing of what the viewer may not see', async () => {
    const shelves = await Promise.all(NAMES.map(name => openShelf(asked(), name)))
    const pages = await Promise.all(shelves.map(shelf => shelf.page(PAGE)))
    expect(pages.map(({ total }) => total)).toEqual([0, 0, 61, 2, 2, 2, 1])
    const offers = await Promise.all(shelves.map(shelf => offersOf(asked(), shelf)))
    const all = [
      ...pages,
      ...offers,
      await holders.libraries(asked()),
      await find(asked(), 'secret', 20),
      await holders.namePage(asked(), 'genre', PAGE),
    ]
    expect(JSON.stringify(all).toLowerCase()).not.toContain('secret')
    for (const name of [
      { of: 'library', id: HIDDEN.library },
      { of: 'series', id: HIDDEN.series },
      { of: 'collection', id: HIDDEN.series },
      { of: 'genre', id: HIDDEN.series },
    ] as const) {
      await expect(openShelf(asked(), name)).rejects.toMatchObject({ code: 'NotFound' })
    }
    await expect(items.oneBook(asked(), HIDDEN.book)).rejects.toMatchObject({ code: 'NotFound' })
  })

  test('shows a reading list in its order, without hidden books', async () => {
    const shelf = await openShelf(asked(), { of: 'collection', id: LIST })
    const { items: shown, total } = await shelf.page(PAGE)
    expect(shown.map(each => each.kind === 'series' && each.series.title)).toEqual(['Small', 'Many'])
    expect(total).toBe(2)
    const { items: lists } = await holders.curatedListPage(asked(), 'collection', PAGE)
    expect(lists.map(({ name, count }) => [name, count])).toEqual([['Mine', 2]])
    const sorted = await shelf.page(PAGE, { sort: 'title', status: 'unread', library: OPEN.library })
    expect(sorted.items.map(each => each.kind === 'series' && each.series.title)).toEqual(['Many', 'Small'])
    expect((await shelf.page(PAGE, { library: HIDDEN.library })).total).toBe(0)
    expect((await shelf.page(PAGE, { status: 'read' })).total).toBe(0)
  })

  test('never shows books of another series when a series is filtered', async () => {
    const shelf = await openShelf(asked(), { of: 'series', id: SMALL })
    expect((await shelf.page(PAGE, { status: 'unread', sort: 'title' })).total).toBe(1)
    expect((await shelf.page({ page: 1_000_000_000, pageSize: 50 })).items).toEqual([])
  })

  test('needs as many statements for fifty rows as for one', async () => {
    const counted = async (id: string) => {
      const { reader, count } = countingReader(database.connection.reader)
      const shelf = await openShelf(asked(reader), { of: 'series', id })
      const { items } = await shelf.page(PAGE)
      return { items: items.length, statements: count() }
    }
    const [one, fifty] = [await counted(SMALL), await counted(OPEN.series)]
    expect([one.items, fifty.items]).toEqual([1, 50])
    expect(fifty.statements).toBe(one.statements)
    // One of them for the reasons why files cannot be read.
    expect(one.statements).toBeLessThanOrEqual(9)
  })

  test('needs no further statement for the facets of a list of series', async () => {
    const { reader, count } = countingReader(database.connection.reader)
    const ask = async () => {
      const shelf = await openShelf(asked(reader), 'all-series')
      return { page: await shelf.page(PAGE), offers: await offersOf(asked(reader), shelf) }
    }
    const first = await ask()
    const statements = count()
    expect(await ask()).toEqual(first)
    expect(count()).toBe(statements)
    const all: Asked = { reader, viewer: { ...viewer, visibility: { kind: 'all' } } }
    const offers = await offersOf(all, await openShelf(all, 'all-series'))
    expect(offers.find(({ of }) => of === 'library')?.values.map(({ title }) => title)).toEqual([
      'Open',
      'Secret library',
    ])
    expect(JSON.stringify(await ask())).not.toContain('Secret')
  })

  test('gathers people, tags, language, summary and date of a series from its books, without hidden ones', async () => {
    const pk = await database.connection.write(async tx => {
      const { pk: libraryPk } = await tx.query
        .selectFrom('libraries')
        .select('pk')
        .where('id', '=', OPEN.library)
        .executeTakeFirstOrThrow()
      const seriesPk = await insertSeries(tx, libraryPk, 'Credits')
      const ada = { name: 'Ada', role: 'writer' }
      for (const [number, authors, tags, more] of [
        [3, [ada, { name: 'Cyd', role: 'inker' }], ['blue'], { language: 'de', summary: 'Third', date: 20010203 }],
        [1, [], ['red'], { date: null }],
        [
          2,
          [{ ...ada, role: 'cover_artist' }, ada],
          ['red', 'blue'],
          { language: 'fr', summary: 'Second', date: 20020000 },
        ],
        [
          0,
          [{ name: 'Secret', role: 'writer' }],
          ['secret'],
          { language: 'it', summary: 'Secret', date: 19000101, deleted: true },
        ],
      ] as const) {
        const {
          language = null,
          summary = null,
          date = null,
          deleted = false,
        } = { language: null, summary: null, deleted: false, ...more }
        const book = { number, summary, release_date: date, deleted }
        const book_pk = await insertBook(tx, { libraryPk, seriesPk }, `Credits ${number}`, book)
        const lists = { authors: JSON.stringify(authors), tags: JSON.stringify(tags), isbns: '[]', genres: '[]' }
        const row = { book_pk, id: `credits-${number}`, source: 'comicinfo', language_iso: language, updated_at: 1 }
        await tx.query
          .insertInto('book_metadata')
          .values({ ...row, ...lists })
          .execute()
      }
      return seriesPk
    })
    const { ofBooks } = await details.seriesDetails(asked(), { pk, id: 'credits' })
    expect(ofBooks).toEqual({
      authors: [
        { name: 'Ada', role: 'cover_artist', sortName: null },
        { name: 'Ada', role: 'writer', sortName: null },
        { name: 'Cyd', role: 'inker', sortName: null },
      ],
      tags: ['red', 'blue'],
      language: 'fr',
      summary: { text: 'Second', number: 2 },
      released: { year: 2001, month: 2, day: 3 },
    })
    const nothing = await details.seriesDetails(asked(), { pk: 1_000_000, id: 'none' })
    expect(nothing.ofBooks).toEqual(details.NO_DETAILS.ofBooks)
  })

  test('text is the same whichever way it is sanitised', () => {
    const clean = { a: 'ä 漫画 😀 "quoted" \\ path\n', b: [1, null, true] }
    expect(jsonDocument(clean)).toBe(JSON.stringify(clean))
    for (const code of [0, 8, 0xb, 0xc, 0x1f, 0x7f, 0xd800, 0xdc00, 0xfffe, 0xffff]) {
      expect(jsonDocument({ a: `x${String.fromCharCode(code)}y` })).toBe('{"a":"xy"}')
    }
    expect(jsonDocument({ a: 'C:\\users' })).toBe('{"a":"C:\\\\users"}')
  })
})
