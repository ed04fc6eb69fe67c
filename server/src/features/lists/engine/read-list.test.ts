// Books in a user's list: search, reading and ranking apply to that list alone.
import { beforeAll, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries, insertUser } from '../../../db/testing-rows'
import { SYSTEM_VIEWER, type Viewer } from '../../../kernel/viewer'
import { BOOK_ROW, BOOKS } from '../../catalogue/books'
import { recordPlace, UNATTRIBUTED } from '../../reading/progress'
import { parseText } from '../words'
import { type Entity, type ListRequest, OWN_ORDER } from './entity'
import { parseList } from './request'
import { selectPage } from './rows'

const listedIn = (table: string): Entity => ({
  ...BOOKS,
  members: {
    ...{ table, list: 'list_pk', item: 'book_pk' },
    order: { column: sql.ref(`${table}.position`), nullable: false },
  },
})
const LISTED = listedIn('throw_away_listed')
const ROW = { ...BOOK_ROW, entity: LISTED }

forEachDatabase('a list of books that somebody has made', database => {
  let viewer: Viewer
  let limited: Viewer
  const titles: string[] = []

  beforeAll(async () => {
    await database.connection.write(async tx => {
      const userPk = await insertUser(tx, 'ada')
      const [comics, novels] = [await insertLibrary(tx, 'Comics'), await insertLibrary(tx, 'Novels')]
      viewer = { ...SYSTEM_VIEWER, userPk }
      limited = { ...viewer, visibility: { kind: 'libraries', libraryPks: [novels] } }
      for (const table of ['throw_away_listed', 'throw_away_others'])
        await tx.run(
          `create table ${table} (list_pk integer not null, position integer not null, book_pk integer not null)`,
          [],
        )
      const series = [await insertSeries(tx, comics, 'Saga'), await insertSeries(tx, novels, 'Tales')]
      for (let at = 10; at < 34; at++) {
        const libraryPk = at % 2 ? novels : comics
        const seriesPk = series[at % 2] ?? 0
        const title = at % 3 === 0 ? `Akira ${at}` : at % 3 === 1 ? `The Akira ${at}` : `Berserk ${at}`
        titles[at] = title
        const pk = await insertBook(tx, { libraryPk, seriesPk }, title)
        // Every second pair, from last to first.
        if (isListed(at)) await tx.run(`insert into throw_away_listed values (1, ${100 - at}, ${pk})`, [])
        await tx.run(`insert into throw_away_others values (1, ${at}, ${pk})`, [])
        const place = { page: 1, percentage: null, completed: false }
        const book = { pk, series_pk: seriesPk }
        if (isOpened(at)) await recordPlace(tx, { ...UNATTRIBUTED, user: userPk, book, place }, at)
      }
    })
  })
  const isListed = (at: number) => at % 4 < 2
  const isOpened = (at: number) => at % 5 < 2
  const all = Array.from({ length: 24 }, (_, index) => index + 10)
  const listed = all.filter(isListed)
  const named = (numbers: readonly number[]) => numbers.map(at => titles[at] ?? '')
  /** Titles that begin with the word first. */
  const ranked = (numbers: readonly number[]) => [
    ...numbers.filter(at => at % 3 === 0),
    ...numbers.filter(at => at % 3 === 1),
  ]

  async function ask(request: ListRequest, as = viewer, row = ROW) {
    const rows = []
    let total = 0
    for (let page = 1; page <= 5; page++) {
      const found = await selectPage(database.connection.reader, as, row, { ...request, page, pageSize: 5 })
      total = found.total
      rows.push(...found.rows)
    }
    expect(rows).toHaveLength(total)
    return rows.map(({ title }) => title)
  }
  const relevance = [{ field: 'relevance', direction: 'asc' }] as const
  const own = [{ field: OWN_ORDER, direction: 'asc' }] as const

  test('is searched alone: ranked, in its order, and by titles without words', async () => {
    const found = { membersOf: 1, text: parseText('akira') }
    const akira = listed.filter(at => at % 3 !== 2)
    expect(await ask({ ...found, sort: relevance })).toEqual(named(ranked(akira)))
    expect(await ask({ ...found, sort: own })).toEqual(named(akira.toReversed()))
    expect(await ask({ ...found, sort: relevance }, limited)).toEqual(named(ranked(akira.filter(at => at % 2 === 1))))
    expect(await ask({ membersOf: 1, text: parseText('akirra'), sort: own })).toEqual(named(akira.toReversed()))
    expect(await ask({ membersOf: 1, text: parseText('%'), sort: relevance })).toEqual([])
  })

  test('is one thing, and another list of the same books is another', async () => {
    const row = { ...BOOK_ROW, entity: listedIn('throw_away_others') }
    expect(await ask({ membersOf: 1, sort: own })).toEqual(named(listed.toReversed()))
    expect(await ask({ membersOf: 1, sort: own }, viewer, row)).toEqual(named(all))
    expect(await ask({ membersOf: 2, sort: own }, viewer, row)).toEqual([])
  })

  test('is in reading order, searched or not, with unopened items last', async () => {
    const byReading = (numbers: readonly number[]) => [
      ...numbers.filter(isOpened).toReversed(),
      ...numbers.filter(at => !isOpened(at)).toReversed(),
    ]
    const sort = [{ field: 'last_read', direction: 'desc' }] as const
    expect(await ask({ membersOf: 1, sort })).toEqual(named(byReading(listed)))
    expect(await ask({ membersOf: 1, sort }, limited)).toEqual(named(byReading(listed.filter(at => at % 2 === 1))))
    const text = parseText('berserk')
    expect(await ask({ membersOf: 1, sort, text })).toEqual(named(byReading(listed.filter(at => at % 3 === 2))))
    expect(await ask({ membersOf: 1, sort: own, subset: 'in progress' })).toEqual(
      named(listed.filter(isOpened).toReversed()),
    )
  })

  test('opened items can be searched alone, too', async () => {
    const text = parseText('akira')
    for (const subset of ['opened', 'in progress']) {
      const opened = ranked(all.filter(isOpened))
      expect(await ask({ subset, text, sort: relevance })).toEqual(named(opened))
      expect(await ask({ subset, text, sort: relevance, membersOf: 1 })).toEqual(named(opened.filter(isListed)))
    }
  })

  test('has an order that requests cannot name', () => {
    expect(() => parseList(LISTED, { sort: OWN_ORDER }, viewer)).toThrow('unknown field')
  })
})
