// Searches that very many rows meet: none of them is sorted, and every page has its own.
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Reader, Tx } from '../../../db'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'
import { searchText } from '../../../kernel/search-words'
import { sortKey } from '../../../kernel/text'
import { SYSTEM_VIEWER, type Viewer } from '../../../kernel/viewer'
import { BOOK_ROW } from '../../catalogue/books'
import { SERIES_ROW } from '../../catalogue/series'
import { selectPage } from '../engine'
import { parseText } from './text-search'

setDefaultTimeout(60_000)

// So many that PostgreSQL tries to find the first and the last pages without its index of words.
const BOOKS = 2300
const SERIES = 2300
const PAGE_SIZE = 100
/** Rows of one statement: it takes so many values at most. */
const AT_ONCE = 1000
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
const isNamed = (title: string) => title.startsWith('Akirasaga')
const sort = [{ field: 'relevance', direction: 'asc' }] as const

/** Rows like one that is there, each with another title: few statements, since one for each takes long. */
async function copy(tx: Tx, table: 'books' | 'series', pk: number, named: readonly string[]) {
  const row = await tx.query.selectFrom(table).selectAll().where('pk', '=', pk).executeTakeFirstOrThrow()
  const { pk: _, ...rest } = row as typeof row & { series_words?: string }
  // What PostgreSQL writes itself.
  delete rest.series_words
  const rows = named.map(title => ({
    ...rest,
    ...{ id: newId(), title, sort_key: sortKey(title), search_text: searchText(title), path: title },
  }))
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE)
    await tx.query
      .insertInto(table)
      .values(some as never)
      .execute()
  }
  if ('series_pk' in row) await countBooks(tx, row.series_pk)
}

async function countBooks(tx: Tx, seriesPk: number) {
  const count = tx.query
    .selectFrom('books')
    .where('series_pk', '=', seriesPk)
    .select(({ fn }) => fn.countAll<number>().as('count'))
  await tx.query.updateTable('series').set({ book_count: count }).where('pk', '=', seriesPk).execute()
}

forEachDatabase('searching for what very many have', database => {
  const titles: { books: string[]; series: string[] } = { books: [], series: [] }
  let limited: Viewer
  let novels = 0
  let seriesPk = 0
  let bookPk = 0

  beforeAll(async () => {
    await database.connection.write(async tx => {
      const comics = await insertLibrary(tx, 'Comics')
      novels = await insertLibrary(tx, 'Novels')
      limited = { ...SYSTEM_VIEWER, visibility: { kind: 'libraries', libraryPks: [comics] } }
      seriesPk = await insertSeries(tx, comics, 'Akirasaga')
      bookPk = await insertBook(tx, { libraryPk: comics, seriesPk }, 'Part 0')
      titles.books = numbers(BOOKS).map(number => (number % 50 === 7 ? `Akirasaga ${number}` : `Part ${number}`))
      titles.series = ['Akirasaga', ...numbers(SERIES - 1).map(number => `The ${number} Akirasaga`)]
      await copy(tx, 'books', bookPk, titles.books.slice(1))
      const other = await insertSeries(tx, novels, 'Akirasaga, the novel')
      await insertBook(tx, { libraryPk: novels, seriesPk: other }, 'Akirasaga, the book')
    })
  })

  async function pages(page: (page: number) => Promise<{ rows: { title: string }[]; total: number }>) {
    const { total } = await page(1)
    const found = []
    for (let number = Math.ceil(total / PAGE_SIZE); number > 0; number--) found.unshift((await page(number)).rows)
    return { total, sizes: found.map(rows => rows.length), titles: found.flat().map(row => row.title) }
  }
  const asked: string[] = []
  const books = (typed: string, as: Viewer, libraryPk?: number) => {
    const { reader } = database.connection
    const run: Reader['run'] = (statement, values) => {
      asked.push(statement)
      return reader.run(statement, values)
    }
    return pages(page =>
      selectPage({ ...reader, run }, as, BOOK_ROW, {
        ...{ text: parseText(typed), sort, page, pageSize: PAGE_SIZE, scope: { library: libraryPk } },
      }),
    )
  }
  /** Pages for which all that have the words were sorted. */
  const sorted = () => asked.splice(0).filter(statement => /order by "books"."pk" \+ 0/.test(statement)).length

  async function expectAll() {
    const named = titles.books.filter(isNamed)
    const others = titles.books.filter(title => !isNamed(title)).reverse()
    for (const typed of ['aki', 'akirasag', 'akirasaga']) {
      const { total, titles: found } = await books(typed, limited)
      expect([total, found]).toEqual([titles.books.length, [...named, ...others]])
    }
    const { total, titles: all } = await books('akirasaga', SYSTEM_VIEWER)
    expect([total, all]).toEqual([titles.books.length + 1, [...named, 'Akirasaga, the book', ...others]])
  }

  test('books whose titles begin so come first, by title, and then the others, the newest first', async () => {
    await expectAll()
    sorted()
    expect((await books('aki', limited)).sizes).toEqual(numbers(23).map(() => PAGE_SIZE))
    // All but the two first and the two last ones.
    expect(sorted()).toBe(database.connection.kind === 'postgres' ? 19 : 0)
    expect((await books('akirasaga', SYSTEM_VIEWER, novels)).titles).toEqual(['Akirasaga, the book'])
    expect((await books('akirasaga part', limited)).total).toBe(BOOKS - titles.books.filter(isNamed).length)
    expect((await books('part akirasaga 12', limited)).titles.toSorted()).toEqual(
      titles.books.filter(title => /^Part 12/.test(title)).toSorted(),
    )
  })

  test('whichever came after them, and are not looked for', async () => {
    await database.connection.write(async tx => {
      const otherPk = await insertSeries(tx, novels, 'Berserk')
      const volumePk = await insertBook(tx, { libraryPk: novels, seriesPk: otherPk }, 'Volume 0')
      const volumes = numbers(2 * BOOKS).map(number => `Volume ${number}`)
      await copy(tx, 'books', volumePk, volumes)
      // Enough for a page, and then again others.
      const newest = numbers(150).map(number => `Section ${number}`)
      await copy(tx, 'books', bookPk, newest)
      titles.books.push(...newest)
      await copy(
        tx,
        'books',
        volumePk,
        numbers(50).map(number => `Chapter ${number}`),
      )
    })
    await expectAll()
  })

  test('so do series', async () => {
    // Of which no books are there, so that books could not be counted any more.
    await database.connection.write(tx => copy(tx, 'series', seriesPk, titles.series.slice(1)))
    const [first, ...others] = titles.series
    const { reader } = database.connection
    const question = { text: parseText('akirasaga'), sort, pageSize: PAGE_SIZE }
    const all = await pages(page => selectPage(reader, SYSTEM_VIEWER, SERIES_ROW, { ...question, page }))
    const expected = [first, 'Akirasaga, the novel', ...others.reverse()]
    expect(all).toEqual({
      total: SERIES + 1,
      sizes: [...numbers(23).map(() => PAGE_SIZE), 1],
      titles: expected as string[],
    })
    const own = await pages(page => selectPage(reader, limited, SERIES_ROW, { ...question, page }))
    expect([own.total, own.titles]).toEqual([SERIES, expected.filter(title => !title?.endsWith('novel')) as string[]])
  })
})
