import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { visible } from '../../people/access'

/** A book with its file on the disk. */
export interface DownloadableBook {
  readonly id: string
  readonly series_id: string
  readonly series_title: string
  /** The folder that its path is below. */
  readonly folder_path: string
  readonly path: string
  readonly file_name: string
  readonly file_size: number
  readonly file_modified_ms: number
  readonly file_hash: string
}

/**
 * Visible, live books by their ids and those of series, without duplicates, in order of series and path, at most
 * `most`.
 */
export async function downloadableBooks(
  reader: Reader,
  viewer: Viewer,
  { bookIds, seriesIds }: { readonly bookIds: readonly string[]; readonly seriesIds: readonly string[] },
  most: number,
): Promise<DownloadableBook[]> {
  const wanted = (ids: readonly string[]) =>
    reader.dialect.jsonRows<{ id: string }>(JSON.stringify(ids.map(id => ({ id: id.toLowerCase() }))), { id: 'text' })
  const rows = await reader.query
    .selectFrom('books')
    .innerJoin('series', 'series.pk', 'books.series_pk')
    .innerJoin('library_folders', 'library_folders.pk', 'books.folder_pk')
    .select(['books.id', 'series.id as series_id', 'series.title as series_title'])
    .select(['library_folders.path as folder_path', 'books.path', 'books.file_name'])
    .select(['books.file_size', 'books.file_modified_ms', 'books.file_hash'])
    .where(sql<SqlBool>`not books.deleted`)
    .where(visible(viewer, 'books.library_pk'))
    .where(
      // An OR condition would be evaluated for every book.
      sql<SqlBool>`books.pk in (
        select pk from books where id in (select id from ${wanted(bookIds)} as chosen)
        union
        select pk from books where series_pk in (select pk from series where id in (select id from ${wanted(seriesIds)} as chosen))
      )`,
    )
    .limit(most)
    .execute()
  return rows.toSorted((a, b) => compare(a.series_id, b.series_id) || compare(a.path, b.path) || compare(a.id, b.id))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
