import { WRITE_BACK_MODES, type WriteBackMode, type WriteTarget } from '@octavo/contract/formats'
import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../db'
import type { OtherTitle } from '../../../formats/facts'
import { isLocked, SERIES_LOCKS } from '../../../kernel/field-locks'
import type { Viewer } from '../../../kernel/viewer'
import { visible } from '../../people/access'

/** The columns of a live book for writing to its file. */
export interface WritableBook {
  readonly pk: number
  readonly id: string
  readonly title: string
  readonly title_sort: string | null
  readonly number: number | null
  readonly library_id: string
  readonly series_title: string
  readonly series_pk: number
  readonly series_id: string
  /** See kernel/field-locks. */
  readonly series_locks: number
  /** The folder that its path is below. */
  readonly folder_path: string
  readonly path: string
  readonly file_name: string
  readonly file_size: number
  readonly file_modified_ms: number
  readonly file_inode: number
  readonly scanning_config: string | null
  /** Metadata sources of its library, JSON; null for the default. */
  readonly metadata_sources: string | null
}

/** The type of the task that writes metadata to files. */
export const WRITE_TASK = 'write_metadata'

interface Chosen {
  readonly bookIds: readonly string[]
  readonly seriesIds: readonly string[]
}

/** Visible books by their ids and those of series by theirs, ordered by path; at most `most`. */
export function writableBooks(reader: Reader, viewer: Viewer, chosen: Chosen, most: number): Promise<WritableBook[]> {
  return booksOf(reader, chosen).where(visible(viewer, 'books.library_pk')).limit(most).execute()
}

/** Those of a task, whose access was checked at the request. */
export function booksOfTask(reader: Reader, bookIds: readonly string[]): Promise<WritableBook[]> {
  return booksOf(reader, { bookIds, seriesIds: [] }).execute()
}

/** Alternate titles of the series of books, by the key of the series, if a person has set them. */
export async function titlesBySeries(
  reader: Reader,
  books: readonly WritableBook[],
): Promise<ReadonlyMap<number, readonly OtherTitle[]>> {
  const own = books.filter(book => isLocked(SERIES_LOCKS, book.series_locks, 'alternateTitles'))
  const pks = [...new Set(own.map(book => book.series_pk))]
  if (pks.length === 0) return new Map()
  const rows = await reader.query
    .selectFrom('alternate_titles')
    .select(['series_pk', 'label', 'title'])
    .where('series_pk', 'in', pks)
    .orderBy('pk')
    .execute()
  const found = Map.groupBy(rows, row => row.series_pk)
  return new Map(pks.map(pk => [pk, (found.get(pk) ?? []).map(({ label, title }) => ({ label, title }))]))
}

/** Whether files of a library are being written by a live task. */
export async function isWritingFiles(reader: Reader, libraryId: string, now: number): Promise<boolean> {
  const running = await reader.query
    .selectFrom('tasks')
    .select('pk')
    .where('task_type', '=', WRITE_TASK)
    .where('status', '=', 'processing')
    .where('library_id', '=', libraryId)
    .where('lease_until', '>', now)
    .limit(1)
    .execute()
  return running.length > 0
}

/** Target of a book's metadata: by its library's setting, or a person's choice within that. */
export function writeTargetOf(book: Pick<WritableBook, 'scanning_config'>, requested?: WriteTarget): Target {
  const mode = writeBackMode(book)
  if (mode === 'off') return { refusal: 'library-off' }
  const isSidecar = mode === 'sidecar' || mode === 'comicinfo_sidecar'
  if (isSidecar && (requested === 'file' || requested === 'metroninfo')) return { refusal: 'sidecar-only' }
  return { into: requested ?? mode, refusal: null }
}

type Target =
  | { readonly refusal: 'library-off' | 'sidecar-only' }
  | { readonly refusal: null; readonly into: WriteTarget }

function writeBackMode({ scanning_config }: Pick<WritableBook, 'scanning_config'>): WriteBackMode {
  const { writeBack } = JSON.parse(scanning_config ?? '{}') as { writeBack?: unknown }
  return WRITE_BACK_MODES.find(mode => mode === writeBack) ?? 'off'
}

function booksOf(reader: Reader, { bookIds, seriesIds }: Chosen) {
  const wanted = (ids: readonly string[]) =>
    reader.dialect.jsonRows<{ id: string }>(JSON.stringify(ids.map(id => ({ id: id.toLowerCase() }))), { id: 'text' })
  return (
    reader.query
      .selectFrom('books')
      .innerJoin('libraries', 'libraries.pk', 'books.library_pk')
      .innerJoin('series', 'series.pk', 'books.series_pk')
      .innerJoin('library_folders', 'library_folders.pk', 'books.folder_pk')
      .select(['books.pk', 'books.id', 'books.title', 'books.title_sort', 'books.number', 'libraries.id as library_id'])
      .select([
        'series.title as series_title',
        'series.pk as series_pk',
        'series.id as series_id',
        'series.locks as series_locks',
      ])
      .select(['library_folders.path as folder_path', 'books.path', 'books.file_name'])
      .select([
        'books.file_size',
        'books.file_modified_ms',
        'books.file_inode',
        'libraries.scanning_config',
        'libraries.metadata_sources',
      ])
      .where(sql<SqlBool>`not books.deleted`)
      // An OR condition would be evaluated for every book.
      .where(
        sql<SqlBool>`books.pk in (
          select pk from books where id in (select id from ${wanted(bookIds)} as chosen)
          union
          select pk from books where series_pk in (select pk from series where id in (select id from ${wanted(seriesIds)} as chosen))
        )`,
      )
      .orderBy('books.path')
      .orderBy('books.pk')
  )
}
