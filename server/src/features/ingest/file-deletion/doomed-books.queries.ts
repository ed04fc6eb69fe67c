import { type SqlBool, sql } from 'kysely'
import { type Reader, type Tx, valueList } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { visible } from '../../people/access'

/** The columns of a live book for deleting its file. */
export interface DoomedBook {
  readonly pk: number
  readonly id: string
  readonly title: string
  readonly series_pk: number
  readonly series_id: string
  readonly series_title: string
  readonly library_pk: number
  readonly library_id: string
  readonly library_name: string
  /** The folder that its path is below. */
  readonly folder_path: string
  readonly path: string
  readonly file_name: string
  readonly file_size: number
  readonly file_modified_ms: number
}

/** Books, or all books of series. */
export type Which = { readonly bookIds: readonly string[] } | { readonly seriesIds: readonly string[] }

/** The visible ones, at most `most`. */
export function doomedBooks(reader: Reader, viewer: Viewer, which: Which, most?: number): Promise<DoomedBook[]> {
  return reader.query
    .selectFrom('books')
    .innerJoin('series', 'series.pk', 'books.series_pk')
    .innerJoin('libraries', 'libraries.pk', 'books.library_pk')
    .innerJoin('library_folders', 'library_folders.pk', 'books.folder_pk')
    .select(['books.pk', 'books.id', 'books.title', 'books.series_pk', 'books.library_pk'])
    .select(['series.id as series_id', 'series.title as series_title'])
    .select(['libraries.id as library_id', 'libraries.name as library_name', 'library_folders.path as folder_path'])
    .select(['books.path', 'books.file_name', 'books.file_size', 'books.file_modified_ms'])
    .where(sql<SqlBool>`not books.deleted`)
    .where(visible(viewer, 'books.library_pk'))
    .where(isOf(which))
    .orderBy('books.path')
    .$if(most !== undefined, query => query.limit(most ?? 0))
    .execute()
}

/** Names of users who have begun or read any of the books. */
export async function readersOfBooks(reader: Reader, viewer: Viewer, which: Which): Promise<string[]> {
  const rows = await reader.query
    .selectFrom('read_progress')
    .innerJoin('books', 'books.pk', 'read_progress.book_pk')
    .innerJoin('series', 'series.pk', 'books.series_pk')
    .innerJoin('users', 'users.pk', 'read_progress.user_pk')
    .select('users.username')
    .distinct()
    .where(sql<SqlBool>`not books.deleted`)
    .where(visible(viewer, 'books.library_pk'))
    .where(isOf(which))
    .orderBy('users.username')
    .execute()
  return rows.map(row => row.username)
}

function isOf(which: Which) {
  const [column, ids] =
    'bookIds' in which ? (['books.id', which.bookIds] as const) : (['series.id', which.seriesIds] as const)
  return sql<SqlBool>`${sql.ref(column)} in ${valueList(ids.map(id => id.toLowerCase()))}`
}

/** The books that are live with unchanged paths: a scan may have moved one meanwhile. */
export async function stillInPlace(tx: Tx, books: readonly DoomedBook[]): Promise<DoomedBook[]> {
  const rows = await tx.query
    .selectFrom('books')
    .innerJoin('library_folders', 'library_folders.pk', 'books.folder_pk')
    .select(['books.pk', 'books.path', 'library_folders.path as folder_path'])
    .where(
      'books.pk',
      'in',
      books.map(book => book.pk),
    )
    .where(sql<SqlBool>`not books.deleted`)
    .execute()
  const places = new Map(rows.map(({ pk, folder_path, path }) => [pk, `${folder_path}/${path}`]))
  return books.filter(({ pk, folder_path, path }) => places.get(pk) === `${folder_path}/${path}`)
}
