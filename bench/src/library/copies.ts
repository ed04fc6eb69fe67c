import type { Reader } from '../../../server/src/db'
import { fileNameMd5 } from '../../../server/src/formats/hashes'
import { newId } from '../../../server/src/kernel/ids'
import { mainColorOf } from '../../../server/src/kernel/main-color'
import { searchText } from '../../../server/src/kernel/search-words'
import { foldedOrNull, sortKey } from '../../../server/src/kernel/text'
import { editionKey } from '../../../server/src/naming/editions.rules'
import { seriesTitle } from './invented'
import { BOOKS_A_SERIES, inventedAnalysis, inventedBook, inventedMetadata, type Place } from './invented-book'

export type Row = Readonly<Record<string, unknown>>

/** All rows of a series and its books, by table. */
export type SeriesRows = Readonly<Record<(typeof TABLES)[number], readonly Row[]>>

/** In the order in which they refer to each other. */
export const TABLES = ['series', 'books', 'book_pages', 'book_metadata', 'book_facets', 'series_facets'] as const

/** Keys of the rows of a series and of the first of its books; the others follow. */
export interface Keys {
  readonly seriesPk: number
  readonly firstBookPk: number
}

/** What the store functions have written of a series. */
export async function rowsOfSeries({ dialect, run }: Reader, seriesPk: number): Promise<SeriesRows> {
  const key = dialect.kind === 'postgres' ? '$1' : '?'
  const rows = async (table: string, where: string) => {
    const found = await run<Row>(`select * from ${table} where ${where}`, [seriesPk])
    // What PostgreSQL writes itself.
    return found.map(({ series_words: _, ...row }): Row => row)
  }
  const ofBooks = `book_pk in (select pk from books where series_pk = ${key}) order by book_pk`
  return {
    series: await rows('series', `pk = ${key}`),
    books: await rows('books', `series_pk = ${key} order by pk`),
    book_pages: await rows('book_pages', ofBooks),
    book_metadata: await rows('book_metadata', ofBooks),
    book_facets: await rows('book_facets', `${ofBooks}, facet_pk`),
    series_facets: await rows('series_facets', `series_pk = ${key} order by facet_pk`),
  }
}

/** The rows that the store functions would write of another series, from those of one. */
export function copyOf(pattern: SeriesRows, places: readonly Place[], keys: Keys, now: number): SeriesRows {
  const written = places.map((place, at) => bookRows(pattern, place, keys.firstBookPk + at, at, now))
  const { seriesPk } = keys
  const title = seriesTitle(places[0]?.seriesIndex ?? 0)
  const first = written[0]
  return {
    series: pattern.series.map(row => ({
      ...row,
      pk: seriesPk,
      id: newId(),
      path: title,
      title,
      title_folded: foldedOrNull(title),
      path_folded: foldedOrNull(title),
      sort_key: sortKey(title),
      search_text: searchText(title),
      year: first?.book_metadata.year,
      cover_book_pk: keys.firstBookPk,
      created_at: now,
      updated_at: now,
    })),
    books: written.map(rows => rows.books),
    book_pages: written.map(rows => rows.book_pages),
    book_metadata: written.map(rows => rows.book_metadata),
    book_facets: written.flatMap(rows => rows.book_facets),
    series_facets: pattern.series_facets.map(row => ({ ...row, series_pk: seriesPk })),
  }
}

function bookRows(pattern: SeriesRows, place: Place, pk: number, at: number, now: number) {
  const listed = inventedBook(place)
  const read = inventedAnalysis(pk, place)
  const metadata = inventedMetadata(place)
  const facets = pattern.book_facets.length / BOOKS_A_SERIES
  return {
    books: {
      ...pattern.books[at],
      pk,
      id: newId(),
      series_pk: place.seriesPk,
      path: listed.path,
      path_folded: foldedOrNull(listed.path),
      file_name: listed.fileName,
      file_name_md5: fileNameMd5(listed.fileName),
      edition_key: editionKey(listed.path),
      file_format: listed.format,
      file_size: listed.stamp.size,
      file_modified_ms: listed.stamp.modifiedMs,
      file_inode: listed.stamp.inode,
      file_hash: read.fileHash,
      pages_hash: read.pagesHash,
      reader_sync_hash: read.readerSyncHash,
      page_count: read.pageCount,
      title: read.names.title,
      title_folded: foldedOrNull(read.names.title),
      sort_key: read.names.sortKey,
      search_text: read.names.searchText,
      thumb_hash: read.thumbHash,
      main_color: mainColorOf(read.thumbHash),
      cover_version: read.coverVersion,
      release_date: read.releaseDate,
      created_at: now,
      updated_at: now,
    },
    book_pages: { ...pattern.book_pages[at], book_pk: pk },
    book_metadata: {
      ...pattern.book_metadata[at],
      book_pk: pk,
      id: newId(),
      title: metadata.title,
      series: metadata.series,
      year: metadata.year,
      updated_at: now,
    },
    book_facets: pattern.book_facets.slice(at * facets, (at + 1) * facets).map(row => ({ ...row, book_pk: pk })),
  }
}

/** @throws Error naming the first row that is not what the store functions wrote */
export function expectSame(copied: SeriesRows, written: SeriesRows): void {
  for (const table of TABLES) {
    const [one, other] = [copied[table], written[table]].map(rows =>
      JSON.stringify(rows.map(({ id: _, ...row }) => row)),
    )
    if (one !== other) throw new Error(`Copies of ${table} are not what is written:\n${one}\n${other}`)
  }
}
