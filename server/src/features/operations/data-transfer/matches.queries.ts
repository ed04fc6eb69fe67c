import type { MatchedBy } from '@octavo/contract/data-transfer'
import { type RawBuilder, sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import { searchForm } from '../../../kernel/text'
import { type Viewer, visibilityKey } from '../../../kernel/viewer'
import type { MatchedBook, MatchedSeries } from '../../../platform/data-part'
import { visible } from '../../people/access'
import { booksNamed } from '../../reading/curated-lists'
import type { BookIdentity, SeriesIdentity } from './archive.types'

type Found = MatchedBook & { readonly asked: string; readonly path: string }

/** Visible books that match those of an archive, and by what. The strongest match counts. */
export async function matchBooks(
  reader: Reader,
  viewer: Viewer,
  given: readonly BookIdentity[],
): Promise<ReadonlyMap<string, { readonly book: MatchedBook; readonly by: MatchedBy }>> {
  const matched = new Map<string, { book: MatchedBook; by: MatchedBy }>()
  const left = () => given.filter(({ id }) => !matched.has(id))

  async function step(by: MatchedBy, asked: (of: BookIdentity) => string[], where: Where, isOne: boolean) {
    const wanted = left().flatMap(each => asked(each).map(key => ({ id: each.id, key })))
    if (wanted.length === 0) return
    const found = Map.groupBy(
      await booksWhere(
        reader,
        viewer,
        by,
        wanted.map(({ key }) => key),
        where,
      ),
      row => row.asked,
    )
    for (const each of left()) {
      const all = asked(each).flatMap(key => found.get(key) ?? [])
      // The hash covers a few samples of the file: different small files may share one.
      const books = by === 'readerSyncHash' ? all.filter(book => book.page_count === each.pageCount) : all
      const same = books.filter(({ path }) => path === each.path)
      // Copies of one file count as one book; any other match must be unambiguous.
      const book = same[0] ?? (isOne && new Set(books.map(({ pk }) => pk)).size > 1 ? undefined : books[0])
      if (book) matched.set(each.id, { book, by })
    }
  }

  await step('fileHash', each => (each.fileHash ? [each.fileHash] : []), on(sql`books.file_hash = asked.key`), false)
  await step(
    'readerSyncHash',
    each => (each.readerSyncHash ? [each.readerSyncHash] : []),
    on(sql`books.reader_sync_hash = asked.key`),
    true,
  )
  await byPath()
  await step(
    'externalId',
    each => each.externalIds.map(({ source, id }) => `${source}\n${id}`),
    sql`inner join external_ids as named on named.source = asked.source and named.external_id = asked.key and not named.removed
      inner join books on books.pk = named.book_pk`,
    true,
  )
  await byTitle()
  return matched

  async function byPath() {
    const nameOf = ({ path }: BookIdentity) => path.slice(path.lastIndexOf('/') + 1)
    const wanted = left().filter(({ path }) => path !== '' && !path.includes('\n'))
    const rows = await booksWhere(
      reader,
      viewer,
      'path',
      wanted.map(each => `${each.path}\n${nameOf(each)}`),
      // The index finds the name, which thousands of books may share: `001.cbz`.
      on(sql`books.file_name = asked.key and books.path = asked.source and not books.deleted`),
    )
    const at = Map.groupBy(rows, row => row.path)
    for (const each of wanted) {
      const [book, other] = at.get(each.path) ?? []
      if (book && !other) matched.set(each.id, { book, by: 'path' })
    }
  }

  async function byTitle() {
    const wanted = left().filter(({ number }) => number !== null)
    const named = wanted.map(({ seriesTitle: series, number, volume, year }) => ({
      ...{ series, number: String(number), volume, year, section: null },
    }))
    const matches = await booksNamed(reader, viewer, named)
    const ids = wanted.flatMap(({ id }, at) => {
      const match = matches[at]
      const bookId = match?.state === 'matched' ? match.candidates[0]?.bookId : undefined
      return bookId === undefined ? [] : [{ id, bookId }]
    })
    const rows = await booksWhere(
      reader,
      viewer,
      'title',
      ids.map(({ bookId }) => bookId),
      on(sql`books.id = asked.key`),
    )
    const byId = new Map(rows.map(row => [row.id, row]))
    for (const { id, bookId } of ids) {
      const book = byId.get(bookId)
      if (book) matched.set(id, { book, by: 'titleAndNumber' })
    }
  }
}

type Where = RawBuilder<unknown>
const on = (condition: Where): Where => sql`inner join books on ${condition}`

/** A key may be preceded by a line with its source, or its path. */
async function booksWhere(
  reader: Reader,
  viewer: Viewer,
  name: string,
  keys: readonly string[],
  books: Where,
): Promise<Found[]> {
  if (keys.length === 0) return []
  const asked = [...new Set(keys)].map(key => {
    const at = key.indexOf('\n')
    return { source: key.slice(0, Math.max(0, at)), key: key.slice(at + 1) }
  })
  const values = { keys: JSON.stringify(asked) }
  const rows = await runPrepared<Found & { source: string }, typeof values>(
    reader,
    `data.books-${name}|${visibilityKey(viewer)}`,
    values,
    p => sql<
      Found & { source: string }
    >`select asked.key as asked, asked.source, books.path, books.pk, books.id, books.series_pk,
        series.id as series_id, books.library_pk, libraries.id as library_id, books.file_format, books.page_count,
        books.file_hash, books.pages_hash
      from ${reader.dialect.jsonRows<{ key: string; source: string }>(p.keys, { key: 'text', source: 'text' })} as asked
      ${books}
      inner join series on series.pk = books.series_pk
      inner join libraries on libraries.pk = books.library_pk
      where ${visible(viewer, 'books.library_pk')} order by books.deleted, books.pk limit 5000`,
  )
  return rows.map(row => (row.source === '' ? row : { ...row, asked: `${row.source}\n${row.asked}` }))
}

interface FoundSeries extends MatchedSeries {
  readonly asked: string
  readonly year: number | null
  readonly path: string
}

/** Series that match those of an archive, by title, and by year or path if several have it. */
export async function matchSeries(
  reader: Reader,
  viewer: Viewer,
  given: readonly SeriesIdentity[],
): Promise<ReadonlyMap<string, MatchedSeries>> {
  if (given.length === 0) return new Map()
  const keyOf = (title: string) => searchForm(title)
  const values = { keys: JSON.stringify([...new Set(given.map(({ title }) => keyOf(title)))].map(key => ({ key }))) }
  const rows = await runPrepared<FoundSeries, typeof values>(
    reader,
    `data.series|${visibilityKey(viewer)}`,
    values,
    // The series are read once, for all of the archive.
    p => sql<FoundSeries>`select asked.key as asked, series.pk, series.id, series.year, series.path, series.library_pk,
        libraries.id as library_id
      from ${reader.dialect.jsonRows<{ key: string }>(p.keys, { key: 'text' })} as asked
      inner join series on coalesce(series.title_folded, lower(series.title)) = asked.key
      inner join libraries on libraries.pk = series.library_pk
      where series.book_count > 0 and ${visible(viewer, 'series.library_pk')} order by series.pk limit 5000`,
  )
  const found = Map.groupBy(rows, row => row.asked)
  return new Map(
    given.flatMap(({ id, title, year, path }) => {
      const all = found.get(keyOf(title)) ?? []
      const fitting = all.filter(each => each.year === null || year === null || each.year === year)
      const [one, other] = fitting
      const series = fitting.find(each => each.path === path) ?? (other ? undefined : one)
      return series ? [[id, series] as const] : []
    }),
  )
}
