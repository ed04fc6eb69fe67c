import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { ReadListMatchDto } from '@octavo/contract/read-list-file'
import { bodyOf } from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { fillWanted } from '.'
import { lockList } from './curated-lists.store'
import { matchesOf } from './match.queries'
import { type List, type Lists, startCuratedLists } from './testing-curated-lists'

setDefaultTimeout(60_000)

/** In the format of comic programs. */
const cbl = (books: string, name = 'Event') => `<?xml version="1.0"?>
<ReadingList xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <Name>${name}</Name><NumIssues>9</NumIssues>
  <Books>${books}</Books><Matchers />
</ReadingList>`

forEachDatabase('files of read lists', database => {
  const world = startCuratedLists(database)
  const { said, status, idsOf, ids, hidden } = world
  const twins = [newId(), newId()]

  const upload = (who: string, content: string) => world.upload(who, 'readlists/files/match', content)
  const match = async (who: string, content: string) => bodyOf<ReadListMatchDto>(await upload(who, content))

  beforeAll(async () => {
    await world.start()
    await database.connection.write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Twins')
      for (const [at, year] of [1963, 2018].entries()) {
        const seriesPk = await insertSeries(tx, libraryPk, 'Élan & Söhne', {
          ...{ book_count: 1, year, title_folded: 'elan & sohne', path: `Twin ${year}` },
        })
        await insertBook(tx, { libraryPk, seriesPk }, `Twin ${year}`, {
          ...{ id: twins[at] ?? '', number: 1.5, release_date: (year + 1) * 10_000 },
        })
      }
    })
  })

  test('name books that are matched, that may be several, or that no library has', async () => {
    const found = await match(
      'Cem',
      cbl(`<Book Series="ALPHA" Number="1"><Id>7</Id></Book>
        <!-- <Book Series="Not this" Number="1" /> -->
        <Book Series="&#201;lan &amp; S&#xF6;hne" Number="1½" />
        <Book Year='2019' Number='1.5' Volume='2018' Series='Elan &amp; Sohne'/>
        <Book Series="Elan &amp; Sohne" Number="1.5" Volume="1999" />
        <Book Series="Alpha" Number="Annual" /><Book Series="Zzhidden" Number="1" /><Book Series="Ghost > 1" Number="1" />`),
    )
    expect(found).toMatchObject({ name: 'Event', matched: 1, ambiguous: 0, missing: 6 })
    // Cem does not see the library of the twins.
    const all = await match(
      'Ada',
      cbl(`<Book Series="Zzhidden" Number="1"/>
      <Book Series="Elan &amp; Sohne" Number="1½" /><Book Series="Elan &amp; Sohne" Number="1.5" Volume="2018" Year="2019"/>
      <Book Series="Elan &amp; Sohne (1963)" Number="1.5" Volume="1963"/><Book Series="Alpha" Number="1" Year="1950"/>`),
    )
    expect(all.entries.map(({ state, candidates }) => [state, candidates.map(({ bookId }) => bookId)])).toEqual([
      ['matched', [hidden.books]],
      ['ambiguous', twins],
      ['matched', twins.toReversed()],
      ['matched', twins],
      // The year shows that it is another book.
      ['ambiguous', [ids.books[1] ?? '']],
    ])
  })

  test('find a series whose title ends with a year, unless the entry contradicts it', async () => {
    const [old, recent] = [newId(), newId()]
    await database.connection.write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Years')
      for (const [id, title, number] of [
        [old, 'Harbour (1987)', 1],
        [recent, 'Harbour (2010)', 2],
        [newId(), 'Pier (1987)', 1],
        [newId(), 'Pier', 1],
      ] as const) {
        const seriesPk = await insertSeries(tx, libraryPk, title, { book_count: 1, title_folded: title.toLowerCase() })
        await insertBook(tx, { libraryPk, seriesPk }, title, { id, number })
      }
    })
    const { entries } = await match(
      'Ada',
      cbl(`<Book Series="Harbour" Number="1"/><Book Series="Harbour" Number="2" Year="2014"/><Book Series="Harbour" Number="2" Year="1990"/>
        <Book Series="Harbour" Number="1" Volume="2010"/><Book Series="Harbour (2010)" Number="1"/><Book Series="Pier" Number="1"/>`),
    )
    expect(entries.map(({ state, candidates }) => [state, candidates.map(({ seriesName }) => seriesName)])).toEqual([
      ['matched', ['Harbour (1987)']],
      ['matched', ['Harbour (2010)']],
      ['missing', []],
      ['missing', []],
      ['missing', []],
      ['matched', ['Pier']],
    ])
  })

  test('that are no lists are refused, and store nothing', async () => {
    for (const bad of [
      'garbage',
      '{"entries": 7}',
      '{"entries": [{}]}',
      '{"entries": [',
      cbl('<Book Number="1" />'),
      cbl('<Book Series="A" Number="1" />').slice(0, -20),
      cbl('<Book Series="A Number=1 />'),
      `<!DOCTYPE a [<!ENTITY b "c">]>${cbl('')}`,
      '\uffff'.repeat(2_000),
    ]) {
      expect((await upload('Bea', bad)).status).toBe(400)
    }
    const large = cbl('<Book Series="A" Number="1" />'.repeat(80_000))
    expect((await upload('Bea', large)).status).toBe(413)
    const many = cbl('<Book Series="A" Number="1" />'.repeat(10_001))
    expect((await upload('Bea', many)).status).toBe(400)
    expect(await status('Bea', 'POST', 'readlists/files/match', {})).toBe(415)
  })

  test('become lists whose wanted books are added by themselves, in their places', async () => {
    const entries = [
      { series: 'Alpha', number: '1', bookId: ids.books[1] },
      { series: 'Späte', number: '2', volume: 2020, section: 'Part two' },
      { series: 'Nowhere', number: '9' },
      { series: 'Delta', number: '1', bookId: ids.books[0] },
    ]
    const bad = { name: 'Bad', entries: [{ series: 'A' }, { series: 'B', bookId: newId() }] }
    expect(await said<object>('Ada', 'POST', 'readlists/files/import', bad)).toMatchObject({
      details: { path: 'entries.1.bookId' },
    })
    expect(await status('Cem', 'POST', 'readlists/files/import', { name: 'All', entries: [] })).toBe(403)
    const made = await said<List>('Ada', 'POST', 'readlists/files/import', { name: 'Imported', entries })
    expect(made).toMatchObject({ bookCount: 2, wantedCount: 2, ordered: true })
    const path = `readlists/${made.id}`
    expect(await said<object>('Cem', 'GET', `${path}/entries`)).toMatchObject({
      total: 4,
      data: [
        { id: ids.books[1], wanted: null },
        { section: 'Part two', book: null, wanted: { series: 'Späte', number: '2', volume: 2020, year: null } },
        { book: null, wanted: { series: 'Nowhere' } },
        { id: ids.books[0] },
      ],
    })
    expect(await fillWanted(database.connection, Date.now)).toBe(0)
    const late = newId()
    const latePk = await database.connection.write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Late')
      const seriesPk = await insertSeries(tx, libraryPk, 'Späte (2020)', {
        ...{ book_count: 1, title_folded: 'spate (2020)' },
      })
      return insertBook(tx, { libraryPk, seriesPk }, 'Late', { id: late, number: 2 })
    })
    expect(await fillWanted(database.connection, Date.now)).toBe(1)
    expect(await idsOf('Ada', `${path}/books`)).toEqual([ids.books[1] ?? '', late, ids.books[0] ?? ''])
    expect(await said<List>('Ada', 'GET', path)).toMatchObject({ bookCount: 3, wantedCount: 1 })
    // Purged, it is missing again.
    await database.connection.write(tx => tx.query.deleteFrom('books').where('pk', '=', latePk).execute())
    expect(await said<List>('Ada', 'GET', path)).toMatchObject({ bookCount: 2, wantedCount: 2 })
    // Missing books can be reordered and removed like others.
    const { data } = await said<{ data: { id: string }[] }>('Ada', 'GET', `${path}/entries`)
    const order = data.map(({ id }) => id).toReversed()
    expect(await status('Ada', 'PUT', `${path}/books`, { bookIds: order })).toBe(204)
    expect(await status('Ada', 'DELETE', `${path}/books/${order[1]}`)).toBe(204)
    const left = await said<{ data: { id: string }[] }>('Ada', 'GET', `${path}/entries`)
    expect(left.data.map(({ id }) => id)).toEqual(order.filter((_, at) => at !== 1))
  })

  test('get only books visible to their owner, so that none reveals the content of a hidden library', async () => {
    const entries = [{ series: 'Zzhidden', number: '1' }]
    const list = { name: 'Guesses', visibility: 'private', entries }
    const { id } = await said<List>('Cem', 'POST', 'readlists/files/import', list)
    expect(await fillWanted(database.connection, Date.now)).toBe(0)
    expect(await said<List>('Cem', 'GET', `readlists/${id}`)).toMatchObject({ bookCount: 0, wantedCount: 1 })
    const seen = await said<List>('Ada', 'POST', 'readlists/files/import', list)
    expect(await fillWanted(database.connection, Date.now)).toBe(1)
    expect(await idsOf('Ada', `readlists/${seen.id}/books`)).toEqual([hidden.books])
    expect(await said<List>('Cem', 'GET', `readlists/${id}`)).toMatchObject({ bookCount: 0, wantedCount: 1 })
  })

  test('do not get a book again that a person has taken out, but another copy, or the same by hand', async () => {
    const entries = [{ series: 'Zzrefused', number: '1' }]
    const { id } = await said<List>('Ada', 'POST', 'readlists/files/import', { name: 'Refusals', entries })
    const books = `readlists/${id}/books`
    const add = (name: string) => {
      const bookId = newId()
      return database.connection.write(async tx => {
        const libraryPk = await insertLibrary(tx, name)
        const series = { book_count: 1, title_folded: 'zzrefused' }
        const seriesPk = await insertSeries(tx, libraryPk, name, series)
        const pk = await insertBook(tx, { libraryPk, seriesPk }, name, { id: bookId, number: 1 })
        return { bookId, pk }
      })
    }
    const scan = () => fillWanted(database.connection, Date.now)
    const wrong = await add('Zzrefused one')
    expect([await scan(), await idsOf('Ada', books)]).toEqual([1, [wrong.bookId]])
    const set = (entry: string, bookId: string | null) =>
      status('Ada', 'PUT', `readlists/${id}/entries/${entry}/book`, { bookId })
    expect(await set(wrong.bookId, null)).toBe(204)
    expect([await scan(), await idsOf('Ada', books)]).toEqual([0, []])
    const { data } = await said<{ data: { id: string }[] }>('Ada', 'GET', `readlists/${id}/entries`)
    const entry = data[0]?.id ?? ''
    // Taken back once more, nothing else is refused.
    expect(await set(entry, null)).toBe(204)
    expect(await scan()).toBe(0)
    expect([await set(entry, wrong.bookId), await idsOf('Ada', books)]).toEqual([204, [wrong.bookId]])
    expect(await set(entry, null)).toBe(204)
    await database.connection.write(tx => tx.query.deleteFrom('books').where('pk', '=', wrong.pk).execute())
    const right = await add('Zzrefused two')
    expect([await scan(), await idsOf('Ada', books)]).toEqual([1, [right.bookId]])
  })

  test('are filled after a change of the same list that is under way', async () => {
    const { connection } = database
    const entries = [{ series: 'Zzhidden', number: '1' }]
    const { id } = await said<List>('Ada', 'POST', 'readlists/files/import', { name: 'At once', entries })
    let scan: Promise<number> | undefined
    let isFilled = false
    await connection.write(async tx => {
      const { pk } = await tx.query
        .selectFrom('curated_lists')
        .select('pk')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await lockList(tx, pk)
      scan = fillWanted(connection, Date.now)
      void scan.then(() => {
        isFilled = true
      })
      await Bun.sleep(500)
      expect(isFilled).toBe(false)
    })
    expect(await scan).toBe(1)
    expect(await idsOf('Ada', `readlists/${id}/books`)).toEqual([hidden.books])
    expect(await status('Ada', 'DELETE', `readlists/${id}`)).toBe(204)
  })

  test('look the same to a viewer who may not see the added book', async () => {
    const entries = [
      { series: 'Zzhidden', number: '1' },
      { series: 'Nowhere', number: '9' },
    ]
    const { id } = await said<List>('Ada', 'POST', 'readlists/files/import', { name: 'Shared', entries })
    const path = `readlists/${id}`
    const seen = async (who: string) => [
      await said<List>(who, 'GET', path).then(({ bookCount, wantedCount }) => [bookCount, wantedCount]),
      await said<object>(who, 'GET', `${path}/entries`),
      await (await world.ask(who, 'GET', `${path}/export?format=json`)).text(),
      (await said<Lists>(who, 'GET', 'readlists')).items.filter(list => list.id === id).map(list => list.wantedCount),
    ]
    const before = await seen('Cem')
    expect(before[0]).toEqual([0, 2])
    expect(await fillWanted(database.connection, Date.now)).toBe(1)
    expect(await seen('Cem')).toEqual(before)
    expect((await seen('Ada'))[0]).toEqual([1, 1])
    expect(JSON.stringify(await seen('Cem'))).not.toContain(hidden.books)
    expect(await idsOf('Cem', `${path}/books`)).toEqual([])
  })

  test('are written as CBL and JSON that can be read again', async () => {
    const entries = [
      { series: 'Alpha', number: '1', bookId: ids.books[1] },
      { series: 'Zzhidden', number: '1', bookId: hidden.books },
      { series: 'A "quoted" & <signed>', number: '3', volume: 2, year: 1999, section: 'Then' },
    ]
    const { id } = await said<List>('Ada', 'POST', 'readlists/files/import', { name: 'Written & read', entries })
    const file = (who: string, format: string) => world.ask(who, 'GET', `readlists/${id}/export?format=${format}`)
    const answer = await file('Cem', 'cbl')
    expect(answer.headers.get('content-disposition')).toContain('Written & read.cbl')
    const text = await answer.text()
    expect(text).toContain(
      '<Book Series="A &quot;quoted&quot; &amp; &lt;signed&gt;" Number="3" Volume="2" Year="1999" />',
    )
    expect(text).not.toContain('Zzhidden')
    for (const format of ['cbl', 'json']) {
      const again = await match('Ada', await (await file('Ada', format)).text())
      expect(again).toMatchObject({ name: 'Written & read', matched: 2, missing: 1 })
      expect(again.entries[2]).toMatchObject({ number: '3', volume: 2, section: format === 'json' ? 'Then' : null })
    }
    expect((await file('Cem', 'pdf')).status).toBe(400)
  })

  test('that are long leave time for other requests while they are matched', async () => {
    const { reader } = database.connection
    const named = Array.from({ length: 3_000 }, (_, at) => ({
      ...{ series: `Alpha ${at % 7}`, number: String(at), volume: null, year: null, section: null },
    }))
    let turns = 0
    let isMatching = true
    const count = () => {
      turns++
      if (isMatching) setImmediate(count)
    }
    setImmediate(count)
    const matches = await matchesOf(reader, SYSTEM_VIEWER, named)
    isMatching = false
    expect(matches).toHaveLength(3_000)
    // One after each statement but the last.
    expect(turns).toBeGreaterThanOrEqual(5)
  })
})
