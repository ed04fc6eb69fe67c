import { type SqlBool, sql } from 'kysely'
import { partsOf, type Reader, runPrepared, type Tx } from '../../../db'
import { titleSortOf } from '../../../formats/wide-facts'
import type { Viewer } from '../../../kernel/viewer'
import type { seriesImages } from '../../catalogue/covers'
import type { InsideNames } from '../../catalogue/naming'
import { visible } from '../../people/access'
import { SCAN_TASK } from './scan.types'

/** Maximum number of keys in one statement. */
const PAGE = 5_000

/** The series at a path, for a scan. */
export interface KnownSeries {
  readonly pk: number
  readonly id: string
  readonly title: string
  readonly books: number
  /** The row at the path, which was merged into this series. */
  readonly mergedPk?: number
}

/** All series of a library by path, with and without books; merged ones redirect to their heir and come first. */
export async function knownSeries(reader: Reader, libraryPk: number): Promise<Map<string, KnownSeries>> {
  const rows = await reader.query
    .selectFrom('series')
    .select(['pk', 'id', 'path', 'title', 'book_count as books', 'merged_into_pk'])
    .where('library_pk', '=', libraryPk)
    .execute()
  const own = rows.filter(row => row.merged_into_pk === null)
  const heirs = new Map(own.map(row => [row.pk, row]))
  const known = ({ pk, id, title, books }: (typeof rows)[number]): KnownSeries => ({ pk, id, title, books })
  const merged = rows.flatMap(({ path, pk, merged_into_pk }): [string, KnownSeries][] => {
    const heir = heirs.get(merged_into_pk ?? 0)
    return heir ? [[path, { ...known(heir), mergedPk: pk }]] : []
  })
  return new Map([...merged, ...own.map((row): [string, KnownSeries] => [row.path, known(row)])])
}

/** Series of a library that have, or had, a cover image in their folder. */
export function seriesWithImages(reader: Reader, libraryPk: number): Promise<seriesImages.SeriesOfImage[]> {
  return imagedSeries(reader, libraryPk).where('cover_image', 'is not', null).execute()
}

/** Series of a library with books, by their folders. */
export async function seriesOfPaths(
  reader: Reader,
  libraryPk: number,
  paths: readonly string[],
): Promise<seriesImages.SeriesOfImage[]> {
  const series: seriesImages.SeriesOfImage[] = []
  for (const part of partsOf(reader, paths)) {
    const rows = await imagedSeries(reader, libraryPk).where('path', 'in', part).where('book_count', '>', 0).execute()
    series.push(...rows)
  }
  return series
}

function imagedSeries(reader: Reader, libraryPk: number) {
  return reader.query
    .selectFrom('series')
    .select(['pk', 'id', 'path', 'cover_image', 'cover_version', 'locks'])
    .where('library_pk', '=', libraryPk)
}

/** Content hashes of books that have been analysed, by key. */
export async function contentHashes(reader: Reader, bookPks: readonly number[]): Promise<Map<number, string>> {
  const hashes = new Map<number, string>()
  for (let at = 0; at < bookPks.length; at += PAGE) {
    const rows = await reader.query
      .selectFrom('books')
      .select(['pk', 'file_hash'])
      .where('pk', 'in', bookPks.slice(at, at + PAGE))
      .where('file_hash', '<>', '')
      .execute()
    for (const row of rows) hashes.set(row.pk, row.file_hash)
  }
  return hashes
}

/** A scan report. */
export interface ScanRow {
  readonly pk: number
  readonly library_id: string
  readonly library_pk: number
  readonly status: string
  readonly files_total: number
  readonly files_processed: number
  readonly series_found: number
  readonly books_found: number
  readonly errors: string
  readonly created_at: number
  readonly started_at: number | null
  readonly completed_at: number | null
}

/** The current scan of a library, else its last one. A delayed scan is not current. */
export async function latestScan(reader: Reader, libraryPk: number): Promise<ScanRow | null> {
  const [row] = await runPrepared<ScanRow, { libraryPk: number }>(reader, 'scan.latest', { libraryPk }, (p, query) =>
    scans({ query })
      .where('scans.library_pk', '=', p.libraryPk)
      .where(notPutOff(reader))
      .orderBy('scans.pk', 'desc')
      .limit(1),
  )
  return row ?? null
}

/** Delayed scans for files being written are not shown until then. */
function notPutOff({ dialect }: Reader) {
  return sql<SqlBool>`not (scans.status = 'pending' and exists (select 1 from tasks
    where tasks.library_id = libraries.id and tasks.task_type = ${sql.lit(SCAN_TASK)}
    and tasks.status = 'pending' and tasks.scheduled_for > ${dialect.now}))`
}

/** Pending and running scans in visible libraries. */
export function activeScans(reader: Reader, viewer: Viewer): Promise<ScanRow[]> {
  return (
    scans(reader)
      // Must equal the condition of the partial index: SQLite uses it for this text only.
      .where(sql<SqlBool>`scans.status in ('pending', 'processing')`)
      .where(notPutOff(reader))
      .where(visible(viewer, 'scans.library_pk'))
      .orderBy('scans.pk')
      .execute()
  )
}

/** A scan with its findings. */
export type ReportRow = ScanRow & {
  readonly id: string
  readonly mode: string
  readonly details: string | null
  readonly scope: string | null
  /** Current and former folders of the library. */
  readonly folder_count: number
}

/** One page of the reports of a library, and their number. */
export async function scanReports(
  reader: Reader,
  libraryPk: number,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ readonly rows: ReportRow[]; readonly total: number }> {
  const { total } = await reader.query
    .selectFrom('scans')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('library_pk', '=', libraryPk)
    .executeTakeFirstOrThrow()
  const rows = await reports(reader)
    .where('scans.library_pk', '=', libraryPk)
    .orderBy('scans.pk', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { rows, total }
}

export async function scanReport(reader: Reader, libraryPk: number, id: string): Promise<ReportRow | undefined> {
  return reports(reader)
    .where('scans.library_pk', '=', libraryPk)
    .where('scans.id', '=', id.toLowerCase())
    .executeTakeFirst()
}

export async function scanByKey(tx: Tx, pk: number): Promise<ScanRow | undefined> {
  return scans(tx).where('scans.pk', '=', pk).executeTakeFirst()
}

function reports(reader: Reader) {
  return scans(reader)
    .select(['scans.id', 'scans.mode', 'scans.details', 'scans.scope'])
    .select(eb =>
      eb
        .selectFrom('library_folders')
        .whereRef('library_folders.library_pk', '=', 'scans.library_pk')
        .select(count => count.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('folder_count'),
    )
}

function scans({ query }: { readonly query: Pick<Reader['query'], 'selectFrom'> }) {
  return query
    .selectFrom('scans')
    .innerJoin('libraries', 'libraries.pk', 'scans.library_pk')
    .select([
      'scans.pk',
      'libraries.id as library_id',
      'scans.library_pk',
      'scans.status',
      'scans.files_total',
      'scans.files_processed',
      'scans.series_found',
      'scans.books_found',
      'scans.errors',
      'scans.created_at',
      'scans.started_at',
      'scans.completed_at',
    ])
}

/** Names of books by the metadata in their files, by key. */
export async function insideNames(reader: Reader, bookPks: readonly number[]): Promise<Map<number, InsideNames>> {
  const inside = new Map<number, InsideNames>()
  for (let at = 0; at < bookPks.length; at += PAGE) {
    const rows = await reader.query
      .selectFrom('book_metadata')
      .select(['book_pk', 'title', 'series', 'number', 'volume', 'chapter', 'facts'])
      .where('book_pk', 'in', bookPks.slice(at, at + PAGE))
      .execute()
    for (const { book_pk, facts, ...names } of rows) inside.set(book_pk, { ...names, titleSort: titleSortOf(facts) })
  }
  return inside
}

/** Chosen series of the books that have one. */
export async function chosenSeries(reader: Reader, bookPks: readonly number[]): Promise<Map<number, KnownSeries>> {
  const chosen = new Map<number, KnownSeries>()
  for (let at = 0; at < bookPks.length; at += PAGE) {
    const rows = await reader.query
      .selectFrom('books')
      .innerJoin('series', 'series.pk', 'books.series_pk')
      .select(['books.pk as book_pk', 'series.pk', 'series.id', 'series.title', 'series.book_count as books'])
      .where('books.pk', 'in', bookPks.slice(at, at + PAGE))
      .where('books.series_chosen', '=', true)
      .execute()
    for (const { book_pk, ...series } of rows) chosen.set(book_pk, series)
  }
  return chosen
}

/** Whether a library deletes missing books permanently right after a scan. */
export async function purgesAfterScan(tx: Tx, libraryPk: number): Promise<boolean> {
  const row = await tx.query
    .selectFrom('libraries')
    .select('scanning_config')
    .where('pk', '=', libraryPk)
    .executeTakeFirst()
  const config = row?.scanning_config ? (JSON.parse(row.scanning_config) as { purgeDeletedOnScan?: boolean }) : {}
  return config.purgeDeletedOnScan === true
}
