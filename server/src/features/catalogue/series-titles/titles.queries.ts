import { type SqlBool, sql } from 'kysely'
import { pagesByKey, type Reader, valueList } from '../../../db'
import { titleSortOf } from '../../../formats/wide-facts'
import { bookStore } from '../books'
import type { InsideNames } from '../naming'

/** Rows read at once. */
const PAGE = 200

/** The series named, else those of the library, else all; limited to these libraries, if given. */
export interface TitleScope {
  readonly seriesIds?: readonly string[] | null | undefined
  readonly libraryId?: string | null | undefined
  readonly libraryIds?: readonly string[] | null | undefined
}

/** A series with its first book, from which its title derives. */
export interface TitledSeries {
  readonly pk: number
  readonly id: string
  readonly library_pk: number
  readonly library_id: string
  readonly title: string
  readonly title_locked: boolean
  readonly first_path: string
  readonly inside: InsideNames | null
}

/** The series of a scope by key, in pages. */
export async function* seriesToTitle(
  reader: Reader,
  scope: TitleScope,
): AsyncGenerator<readonly TitledSeries[], void, void> {
  const pages = pagesByKey(PAGE, after =>
    reader.query
      .selectFrom('series')
      .innerJoin('libraries', 'libraries.pk', 'series.library_pk')
      .innerJoin('books', 'books.series_pk', 'series.pk')
      .leftJoin('book_metadata as inside', 'inside.book_pk', 'books.pk')
      .select(['series.pk', 'series.id', 'series.library_pk', 'libraries.id as library_id'])
      .select(['series.title', 'series.title_locked', 'books.path as first_path'])
      .select(INSIDE)
      .where(inScope(scope))
      .where('series.pk', '>', after)
      .where(sql<SqlBool>`books.path = (select min(first.path) from books as first
        where first.series_pk = series.pk and not first.deleted)`)
      .where(sql<SqlBool>`not books.deleted`)
      .orderBy('series.pk')
      .limit(PAGE)
      .execute(),
  )
  for await (const rows of pages) {
    yield rows.map(row => ({ ...row, inside: insideOf(row) }))
  }
}

export async function countSeriesToTitle(reader: Reader, scope: TitleScope): Promise<number> {
  const { count } = await reader.query
    .selectFrom('series')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where(inScope(scope))
    .executeTakeFirstOrThrow()
  return count
}

/** The live books of a series, to rename them after it. */
export async function booksToRetitle(reader: Reader, seriesPk: number) {
  const rows = await reader.query
    .selectFrom('books')
    .leftJoin('book_metadata as inside', 'inside.book_pk', 'books.pk')
    .select(['books.pk', 'books.folder_pk', 'books.series_pk', 'books.path', 'books.file_name', 'books.number'])
    .select(INSIDE)
    .where('books.series_pk', '=', seriesPk)
    .where(sql<SqlBool>`not books.deleted`)
    .execute()
  const editions = await bookStore.withOtherEditions(reader, rows)
  return rows.map(({ pk, path, file_name, number, ...inside }) => {
    return { pk, path, fileName: file_name, number, inside: insideOf(inside), hasOtherEdition: editions.has(pk) }
  })
}

const INSIDE = [
  'inside.book_pk as inside_pk',
  'inside.title as inside_title',
  'inside.series as inside_series',
  'inside.number as inside_number',
  'inside.volume as inside_volume',
  'inside.chapter as inside_chapter',
  'inside.facts as inside_facts',
] as const

function insideOf(row: {
  readonly inside_pk: number | null
  readonly inside_title: string | null
  readonly inside_series: string | null
  readonly inside_number: string | null
  readonly inside_volume: number | null
  readonly inside_chapter: number | null
  readonly inside_facts: string | null
}): InsideNames | null {
  if (row.inside_pk === null) return null
  const { inside_title: title, inside_series: series, inside_number: number } = row
  const titleSort = titleSortOf(row.inside_facts)
  return { title, titleSort, series, number, volume: row.inside_volume, chapter: row.inside_chapter }
}

/** A series without live books is not shown: it gets its title when a book returns. */
function inScope({ seriesIds, libraryId, libraryIds }: TitleScope) {
  const parts = [sql<SqlBool>`series.book_count > 0`]
  if (seriesIds) parts.push(sql<SqlBool>`series.id in ${valueList(seriesIds)}`)
  else if (libraryId) parts.push(inLibraries([libraryId]))
  if (libraryIds) parts.push(inLibraries(libraryIds))
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

function inLibraries(ids: readonly string[]) {
  return sql<SqlBool>`series.library_pk in (select pk from libraries where id in ${valueList(ids)})`
}
