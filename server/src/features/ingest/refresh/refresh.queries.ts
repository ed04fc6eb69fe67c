import { type SqlBool, sql } from 'kysely'
import { pagesByKey, type Reader } from '../../../db'
import type { EmbeddedMetadata } from '../../../formats/facts'
import { embeddedOf, fileRecord, findMetadataOfBooks } from '../../catalogue/metadata'
import type { SeriesFields } from './file-fields.rules'

export interface RefreshedSeries extends SeriesFields {
  readonly pk: number
  readonly id: string
  readonly title: string
  /** Its folder, below the library's. */
  readonly path: string
  /** Its series.json at the last reading, JSON. */
  readonly file_metadata: string | null
  readonly library_pk: number
  readonly library_id: string
  /** Metadata sources of its library, JSON; null for the default. */
  readonly metadata_sources: string | null
  /** Fields that a person has locked. */
  readonly locks: number
}

export interface RefreshScope {
  /** Null: all libraries. */
  readonly libraryPk: number | null
  /** Series refreshed after this moment are skipped. */
  readonly refreshedBefore: number
}

function inScope({ libraryPk, refreshedBefore }: RefreshScope, isRecent: boolean) {
  const parts = [sql<SqlBool>`series.book_count > 0`, sql<SqlBool>`libraries.is_active`]
  if (libraryPk !== null) parts.push(sql<SqlBool>`series.library_pk = ${libraryPk}`)
  const recent = sql<SqlBool>`exists (select 1 from series_refreshes
    where series_refreshes.series_pk = series.pk and series_refreshes.refreshed_at > ${refreshedBefore})`
  parts.push(isRecent ? recent : sql<SqlBool>`not ${recent}`)
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

/** Number of series to refresh, and of those skipped as recently refreshed. */
export async function countSeriesToRefresh(
  reader: Reader,
  scope: RefreshScope,
): Promise<{ readonly eligible: number; readonly recent: number }> {
  const count = async (isRecent: boolean) => {
    const row = await reader.query
      .selectFrom('series')
      .innerJoin('libraries', 'libraries.pk', 'series.library_pk')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where(inScope(scope, isRecent))
      .executeTakeFirstOrThrow()
    return row.count
  }
  return { eligible: await count(false), recent: await count(true) }
}

const PAGE = 100

/** The series of a refresh by key, read in pages on demand. */
export async function* seriesToRefresh(
  reader: Reader,
  scope: RefreshScope,
): AsyncGenerator<RefreshedSeries, void, void> {
  const pages = pagesByKey(PAGE, after =>
    reader.query
      .selectFrom('series')
      .innerJoin('libraries', 'libraries.pk', 'series.library_pk')
      .select([
        'series.pk',
        'series.id',
        'series.title',
        'series.summary',
        'series.publisher',
        'series.year',
        'series.reading_direction as readingDirection',
        'series.status',
        'series.total_volume_count as totalVolumeCount',
        'series.path',
        'series.file_metadata',
        'series.library_pk',
        'series.locks',
        'libraries.id as library_id',
        'libraries.metadata_sources',
      ])
      .where('series.pk', '>', after)
      .where(inScope(scope, false))
      .orderBy('series.pk')
      .limit(PAGE)
      .execute(),
  )
  for await (const rows of pages) {
    yield* rows
  }
}

export interface RefreshedBook {
  readonly pk: number
  readonly id: string
  /** Absolute. */
  readonly file: string
  readonly path: string
  readonly stored: EmbeddedMetadata | null
  /** Its file's values at the last reading; equal to the metadata unless something is locked. */
  readonly said: EmbeddedMetadata | null
  /** Fields that a person has locked. */
  readonly locks: number
}

/** The live books of a series in reading order, with their metadata. */
export async function booksOfSeries(reader: Reader, seriesPk: number): Promise<RefreshedBook[]> {
  const rows = await reader.query
    .selectFrom('books')
    .innerJoin('library_folders', 'library_folders.pk', 'books.folder_pk')
    .select(['books.pk', 'books.id', 'books.path', 'books.locks', 'library_folders.path as folder_path'])
    .where('series_pk', '=', seriesPk)
    .where(sql<boolean>`not deleted`)
    .orderBy(sql`number ${reader.dialect.nullsOrder('asc')}`)
    .orderBy('sort_key')
    .orderBy('books.pk')
    .execute()
  const metadata = await findMetadataOfBooks(
    reader,
    rows.map(row => row.pk),
  )
  return rows.map(({ folder_path, ...row }) => {
    const known = metadata.get(row.pk)
    const stored = known ? embeddedOf(known) : null
    const said = known ? (fileRecord.fileRecordOf(known) ?? stored) : null
    return { ...row, file: `${folder_path}/${row.path}`, stored, said }
  })
}

/** The job of a refresh; null if it was deleted. */
export async function refreshJob(
  reader: Reader,
  id: string,
): Promise<{ readonly library_pk: number | null; readonly config: string } | null> {
  const row = await reader.query
    .selectFrom('schedules')
    .select(['library_pk', 'config'])
    .where('id', '=', id)
    .where('job', '=', 'refresh')
    .executeTakeFirst()
  return row ?? null
}
