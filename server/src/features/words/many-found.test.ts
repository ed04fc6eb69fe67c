// Searches that very many rows meet: none of them is sorted, and every page has its own.
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Tx } from '../../db'
import { forEachDatabase } from '../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../db/testing-rows'
import { newId } from '../../kernel/ids'
import { searchText } from '../../kernel/search-words'
import { sortKey } from '../../kernel/text'
import { SYSTEM_VIEWER, type Viewer } from '../../kernel/viewer'
import { BOOK_ROW, selectBooks } from '../books'
import { selectSeries } from '../series'
import { askText } from './text-search'

setDefaultTimeout(60_000)

const BOOKS = 560
const SERIES = 230
const PAGE_SIZE = 90
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
const sort = [{ field: 'relevance', direction: 'asc' }] as const

/** Rows like one that is there, each with another title: one statement, since one for each takes long. */
async function copy(tx: Tx, table: 'books' | 'series', pk: number, named: readonly string[]) {
  const row = await tx.query.selectFrom(table).selectAll().where('pk', '=', pk).executeTakeFirstOrThrow()
  const { pk: _, ...rest } = row as typeof row & { series_words?: string }
  // What PostgreSQL writes itself.
  delete rest.series_words
  const rows = named.map(title => ({
    ...rest,
    ...{ id: newId(), title, sort_key: sortKey(title), search_text: searchText(title), path: title },
  }))
  await tx.query
    .insertInto(table)
    .values(rows as never)
    .execute()
}

forEachDatabase('searching for what very many have', database => {
  const titles: { books: string[]; series: string[] } = { books: [], series: [] }
  let limited: Viewer
  let novels = 0

  beforeAll(async () => {
    await database.connection.write(async tx => {
      const comics = await insertLibrary(tx, 'Comics')
      novels = await insertLibrary(tx, 'Novels')
      limited = { ...SYSTEM_VIEWER, visibility: { kind: 'libraries', libraryPks: [comics] } }
      const seriesPk = await insertSeries(tx, comics, 'Akirasaga', { book_count: 1 })
      const bookPk = await insertBook(tx, { libraryPk: comics, seriesPk }, 'Part 0')
      titles.books = numbers(BOOKS).map(number => (number % 50 === 7 ? `Akirasaga ${number}` : `Part ${number}`))
      titles.series = ['Akirasaga', ...numbers(SERIES - 1).map(number => `The ${number} Akirasaga`)]
      await copy(tx, 'books', bookPk, titles.books.slice(1))
      await copy(tx, 'series', seriesPk, titles.series.slice(1))
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
  const books = (typed: string, as: Viewer, libraryPk?: number) =>
    pages(page =>
      selectBooks(database.connection.reader, as, BOOK_ROW, {
        ...{ text: askText(typed), sort, page, pageSize: PAGE_SIZE, libraryPk },
      }),
    )

  test('books whose titles begin so come first, by title, and then the others, the newest first', async () => {
    const named = titles.books.filter(title => title.startsWith('Akirasaga'))
    const others = titles.books.filter(title => !title.startsWith('Akirasaga')).reverse()
    for (const typed of ['aki', 'akirasag', 'akirasaga']) {
      expect(await books(typed, limited)).toEqual({
        total: BOOKS,
        sizes: [90, 90, 90, 90, 90, 90, 20],
        titles: [...named, ...others],
      })
    }
    const { total, titles: all } = await books('akirasaga', SYSTEM_VIEWER)
    expect([total, all]).toEqual([BOOKS + 1, [...named, 'Akirasaga, the book', ...others]])
    expect((await books('akirasaga', SYSTEM_VIEWER, novels)).titles).toEqual(['Akirasaga, the book'])
  })

  test('so do series', async () => {
    const [first, ...others] = titles.series
    const { reader } = database.connection
    const question = { text: askText('akirasaga'), sort, pageSize: PAGE_SIZE }
    const all = await pages(page => selectSeries(reader, SYSTEM_VIEWER, { ...question, page }))
    const expected = [first, 'Akirasaga, the novel', ...others.reverse()]
    expect(all).toEqual({ total: SERIES + 1, sizes: [90, 90, 51], titles: expected as string[] })
    const own = await pages(page => selectSeries(reader, limited, { ...question, page }))
    expect([own.total, own.titles]).toEqual([SERIES, expected.filter(title => !title?.endsWith('novel')) as string[]])
  })
})
