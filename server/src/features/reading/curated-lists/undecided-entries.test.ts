import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { ReadListMatchDto } from '@octavo/contract/read-list-file'
import { bodyOf } from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'
import type { Viewer } from '../../../kernel/viewer'
import { fillWanted, READ_LISTS_PART } from '.'
import { decisionOn } from './curated-lists.queries'
import { ownersByIds } from './owners'
import { type List, type Lists, startCuratedLists } from './testing-curated-lists'

setDefaultTimeout(60_000)

forEachDatabase('entries of read lists with several candidates', database => {
  const world = startCuratedLists(database)
  const { said, status } = world
  const libraries = new Map<string, number>()

  /** A series with books of these numbers; returns their ids. */
  const add = (library: string, title: string, year: number, numbers: readonly number[], volume?: number) =>
    database.connection.write(async tx => {
      const libraryPk = libraries.get(library) ?? (await insertLibrary(tx, library))
      libraries.set(library, libraryPk)
      const facts = { book_count: numbers.length, year, title_folded: title.toLowerCase(), path: `${title} ${year}` }
      const seriesPk = await insertSeries(tx, libraryPk, title, facts)
      const ids: string[] = []
      for (const number of numbers) {
        const id = newId()
        ids.push(id)
        await insertBook(tx, { libraryPk, seriesPk }, `${library} ${title} ${year} ${number}`, {
          id,
          number,
          volume: volume ?? null,
        })
      }
      return ids
    })
  const match = async (who: string, books: string) => {
    const file = `<ReadingList><Name>Event</Name><Books>${books}</Books></ReadingList>`
    return bodyOf<ReadListMatchDto>(await world.upload(who, 'readlists/files/match', file))
  }
  const chosen = ({ entries }: ReadListMatchDto) =>
    entries.map(({ state, candidates }) => (state === 'matched' ? candidates[0]?.bookId : state))

  let old: string[]
  let late: string[]
  let copy: string[]
  beforeAll(async () => {
    await world.start()
    old = await add('Main', 'Zzcomet', 1963, [1, 2])
    late = await add('Main', 'Zzcomet', 2018, [1, 2, 3])
    copy = await add('Main', 'Zzlamp', 1990, [1])
    await add('Second', 'Zzlamp', 1990, [1])
  })

  test('are decided by the series of the entries around them, if these agree', async () => {
    const book = (number: number) => `<Book Series="Zzcomet" Number="${number}"/>`
    expect(chosen(await match('Ada', book(1) + book(2)))).toEqual(['ambiguous', 'ambiguous'])
    // The third is only in the later series.
    expect(chosen(await match('Ada', book(1) + book(3) + book(2)))).toEqual([late[0], late[2], late[1]])
    const first = '<Book Series="Zzcomet" Number="1" Volume="1963"/>'
    expect(chosen(await match('Ada', first + book(2) + book(3)))).toEqual([old[0], 'ambiguous', late[2]])
  })

  test('are decided for copies in several libraries: the library with most of the list, or the first one', async () => {
    expect(chosen(await match('Ada', '<Book Series="Zzlamp" Number="1"/>'))).toEqual([copy[0]])
    const [only] = await add('Second', 'Zzonly', 2000, [1])
    const found = await match('Ada', '<Book Series="Zzonly" Number="1"/><Book Series="Zzlamp" Number="1"/>')
    expect(found).toMatchObject({ matched: 2, ambiguous: 0 })
    expect(found.entries.map(({ candidates }) => candidates[0]?.libraryName)).toEqual(['Second', 'Second'])
    expect(found.entries[0]?.candidates[0]?.bookId).toBe(only)
    // Cem sees neither library.
    expect(chosen(await match('Cem', '<Book Series="Zzlamp" Number="1"/>'))).toEqual(['missing'])
  })

  test('are no copies of one another if they differ in volume', async () => {
    const [one] = await add('Main', 'Zzfable', 1995, [1], 1)
    const [two] = await add('Second', 'Zzfable', 1995, [1], 2)
    const found = await match('Ada', '<Book Series="Zzfable" Number="1"/>')
    expect(chosen(found)).toEqual(['ambiguous'])
    expect(found.entries[0]?.candidates.map(({ volume }) => volume)).toEqual([1, 2])
    const volumes = [1, 2].map(volume => `<Book Series="Zzfable" Number="1" Volume="${volume}"/>`)
    expect(chosen(await match('Ada', volumes.join('')))).toEqual([one, two])
  })

  test('wait for their owner, who alone learns of them, and can be chosen or declined', async () => {
    const entries = [
      { series: 'Zzcomet', number: '1', undecided: true },
      { series: 'Zzcomet', number: '2', undecided: false },
      { series: 'Zzcomet', number: '2', undecided: true },
      { series: 'Ghost', number: '7' },
    ]
    const { id } = await said<List>('Ada', 'POST', 'readlists/files/import', { name: 'Orbits', entries })
    const path = `readlists/${id}`
    const counts = async (who: string) => {
      const { wantedCount, undecidedCount } = await said<List & { undecidedCount: number }>(who, 'GET', path)
      const { data } = await said<{ data: { id: string; undecided: boolean }[] }>(who, 'GET', `${path}/entries`)
      const { items } = await said<Lists>(who, 'GET', 'readlists')
      expect(items.find(list => list.id === id)).toMatchObject({ wantedCount, undecidedCount })
      return {
        wantedCount,
        undecidedCount,
        undecided: data.map(entry => entry.undecided),
        ids: data.map(one => one.id),
      }
    }
    const seen = await counts('Ada')
    expect(seen).toMatchObject({ wantedCount: 4, undecidedCount: 2, undecided: [true, false, true, false] })
    const others = { wantedCount: 4, undecidedCount: 0, undecided: [false, false, false, false] }
    for (const who of ['Bea', 'Cem']) expect(await counts(who)).toMatchObject(others)
    const set = (at: number, bookId: string | null, decline = false) =>
      status('Ada', 'PUT', `${path}/entries/${seen.ids[at]}/book`, { bookId, decline })
    // A scan changes none of the decisions.
    expect(await fillWanted(database.connection, Date.now)).toBe(0)
    expect((await counts('Ada')).undecided).toEqual([true, false, true, false])
    expect([await set(0, old[0] ?? ''), await set(2, null, true)]).toEqual([204, 204])
    expect(await counts('Ada')).toMatchObject({ wantedCount: 3, undecidedCount: 0 })
    // When the choice is undone, it is undecided again, however often that is sent.
    expect(await set(0, null)).toBe(204)
    expect(await counts('Ada')).toMatchObject({ wantedCount: 4, undecidedCount: 1 })
    expect(await set(0, null)).toBe(204)
    expect(await counts('Ada')).toMatchObject({ wantedCount: 4, undecidedCount: 1 })
    for (const _ of ['once', 'again']) {
      expect(await set(0, null, true)).toBe(204)
      expect(await counts('Ada')).toMatchObject({ wantedCount: 4, undecidedCount: 0 })
    }
  })

  test('are declined by their owner alone, however an editor chooses', async () => {
    const entries = [1, 2].map(number => ({ series: 'Zzcomet', number: String(number), undecided: number === 1 }))
    const { id } = await said<List>('Ada', 'POST', 'readlists/files/import', { name: 'Helped', entries })
    const path = `readlists/${id}`
    await database.connection.write(async tx => {
      const list = await tx.query
        .selectFrom('curated_lists')
        .select('pk')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await tx.query
        .insertInto('curated_list_shares')
        .values({ list_pk: list.pk, user_pk: world.people.Bea?.pk ?? 0, group_pk: null, may_edit: true })
        .execute()
      await tx.query.updateTable('curated_lists').set({ visibility: 'shared' }).where('pk', '=', list.pk).execute()
    })
    const all = async () =>
      (await said<{ data: { id: string; undecided: boolean; book: object | null }[] }>('Ada', 'GET', `${path}/entries`))
        .data
    const before = await all()
    const shown = async () => (await all()).map(({ undecided, book }) => (undecided ? 'undecided' : book && 'book'))
    const set = (who: string, at: number, bookId: string | null | undefined) =>
      status(who, 'PUT', `${path}/entries/${before[at]?.id}/book`, { bookId, decline: bookId === null })
    expect(await shown()).toEqual(['undecided', null])
    expect(await set('Bea', 0, null)).toBe(204)
    expect(await shown()).toEqual(['undecided', null])
    expect(await set('Bea', 0, old[0])).toBe(204)
    expect(await shown()).toEqual(['book', null])
    expect(await set('Bea', 0, null)).toBe(204)
    expect(await shown()).toEqual(['undecided', null])
    // What the owner declined stays declined until they choose a book.
    for (const bookId of [old[1], null]) expect(await set('Bea', 1, bookId)).toBe(204)
    await fillWanted(database.connection, Date.now)
    expect(await shown()).toEqual(['undecided', null])
    for (const bookId of [old[1], null]) expect(await set('Ada', 1, bookId)).toBe(204)
    expect(await shown()).toEqual(['undecided', 'undecided'])
  })

  test.each(['Ada', 'a scan'])('are so no longer once %s has filled them, also when the book is gone', async who => {
    const series = `Zzgone ${who}`
    const body = { name: series, entries: [{ series, number: '1', undecided: true }] }
    const { id } = await said<List>('Ada', 'POST', 'readlists/files/import', body)
    const [book = ''] = await add('Main', series, 1950, [1])
    const { data } = await said<{ data: { id: string }[] }>('Ada', 'GET', `readlists/${id}/entries`)
    if (who === 'a scan') expect(await fillWanted(database.connection, Date.now)).toBe(1)
    else expect(await status(who, 'PUT', `readlists/${id}/entries/${data[0]?.id}/book`, { bookId: book })).toBe(204)
    expect(await said<object>('Ada', 'GET', `readlists/${id}`)).toMatchObject({ wantedCount: 0, undecidedCount: 0 })
    await database.connection.write(tx => tx.query.deleteFrom('books').where('id', '=', book).execute())
    expect(await said<object>('Ada', 'GET', `readlists/${id}`)).toMatchObject({ wantedCount: 1, undecidedCount: 0 })
  })

  test('and declined ones stay so in an archive of their owner', async () => {
    const entries = [true, false, null].map((undecided, at) => ({
      series: 'Zzpacked',
      number: String(at + 1),
      undecided,
    }))
    const { id } = await said<List>('Ada', 'POST', 'readlists/files/import', { name: 'Packed', entries })
    const { reader, write } = database.connection
    const [ada, dora] = ['Ada', 'Dora'].map(name => world.people[name]?.id ?? '') as [string, string]
    const viewers = await ownersByIds(reader, [ada, dora])
    const viewer = (id: string) => viewers.get(id) as Viewer
    const packed: ReturnType<typeof READ_LISTS_PART.row.parse>[] = []
    for await (const rows of READ_LISTS_PART.rows(reader, viewer(ada), { books: new Set(), series: new Set() })) {
      const read = rows.map(row => READ_LISTS_PART.row.parse(JSON.parse(JSON.stringify(row))))
      packed.push(...read.filter(({ name }) => name === 'Packed'))
    }
    expect(packed).toHaveLength(1)
    const nothing = { book: () => undefined, series: () => undefined, idHere: () => null }
    const here = { reader, write, viewer: viewer(dora), now: 1, rename: (text: string) => text, ...nothing }
    expect(await READ_LISTS_PART.save(here, packed)).toEqual([])
    const { items } = await said<Lists>('Dora', 'GET', 'readlists')
    const copy = items.find(list => list.name === 'Packed' && list.id !== id)
    const decisions = await reader.query
      .selectFrom('read_list_entries as entry')
      .innerJoin('curated_lists as list', 'list.pk', 'entry.list_pk')
      .select(decisionOn('entry'))
      .where('list.id', '=', copy?.id ?? '')
      .orderBy('entry.position')
      .execute()
    expect(decisions.map(({ decision }) => decision)).toEqual(['undecided', 'declined', null])
    // Older archives do not say.
    const old = packed.map(({ entries, ...list }) => ({
      ...list,
      entries: entries.map(({ undecided: _, ...entry }) => entry),
    }))
    expect(READ_LISTS_PART.row.parse(old[0]).entries).toHaveLength(3)
  })

  test('appear when a second candidate does, and disappear with it', async () => {
    const entries = [{ series: 'Zztide', number: '1' }]
    const { id } = await said<List>('Ada', 'POST', 'readlists/files/import', { name: 'Tides', entries })
    const scan = async () => {
      const filled = await fillWanted(database.connection, Date.now)
      const list = await said<List & { undecidedCount: number }>('Ada', 'GET', `readlists/${id}`)
      return [filled, list.wantedCount, list.undecidedCount]
    }
    expect(await scan()).toEqual([0, 1, 0])
    const [first] = await add('Main', 'Zztide', 1950, [1])
    const [second] = await add('Main', 'Zztide', 1999, [1])
    expect(await scan()).toEqual([0, 1, 1])
    await database.connection.write(tx =>
      tx.query
        .deleteFrom('books')
        .where('id', '=', second ?? '')
        .execute(),
    )
    expect(await scan()).toEqual([1, 0, 0])
    await database.connection.write(tx =>
      tx.query
        .deleteFrom('books')
        .where('id', '=', first ?? '')
        .execute(),
    )
    expect(await scan()).toEqual([0, 1, 0])
  })

  test('of a file imported twice need another name, and 2,000 entries are matched at once', async () => {
    const series = 'Zzcomet'
    const entries = Array.from({ length: 2_000 }, (_, at) => ({ series, number: String(at + 1), undecided: at < 2 }))
    const books = entries.map(({ number }) => `<Book Series="Zzcomet" Number="${number}"/>`).join('')
    const started = performance.now()
    expect(await match('Ada', books)).toMatchObject({ matched: 3, ambiguous: 0, missing: 1_997 })
    expect(performance.now() - started).toBeLessThan(10_000)
    const body = { name: 'Twice', visibility: 'private', entries }
    const first = await said<List & { undecidedCount: number }>('Ada', 'POST', 'readlists/files/import', body)
    expect(first).toMatchObject({ wantedCount: 2_000, undecidedCount: 2 })
    const again = await said<object>('Ada', 'POST', 'readlists/files/import', body)
    expect(again).toMatchObject({ details: { path: 'name', reason: 'name_used' } })
  })
})
