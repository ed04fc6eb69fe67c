import { sql } from 'kysely'
import type { Reader } from '../../../db'

/** A book as of the last scan, and whether an earlier check found it damaged. */
export interface CheckedBook {
  readonly pk: number
  readonly id: string
  readonly folder_pk: number
  /** Below its folder. */
  readonly path: string
  readonly file_size: number
  readonly file_modified_ms: number
  readonly file_inode: number
  readonly file_hash: string
  readonly series_id: string
  readonly has_errors: boolean
}

export interface CheckedLibrary {
  readonly pk: number
  readonly id: string
  readonly name: string
  readonly folders: readonly { readonly pk: number; readonly path: string }[]
}

/** The libraries named, or all; without disabled ones. */
export async function librariesToCheck(reader: Reader, ids: readonly string[] | null): Promise<CheckedLibrary[]> {
  if (ids?.length === 0) return []
  const libraries = await reader.query
    .selectFrom('libraries')
    .select(['pk', 'id', 'name'])
    .where('is_active', '=', true)
    .$if(ids !== null, query => query.where('id', 'in', ids ?? []))
    .orderBy('pk')
    .execute()
  const folders = await reader.query
    .selectFrom('library_folders')
    .select(['pk', 'library_pk', 'path'])
    .where('removed_at', 'is', null)
    .orderBy('position')
    .execute()
  const byLibrary = Map.groupBy(folders, folder => folder.library_pk)
  return libraries.map(library => ({ ...library, folders: byLibrary.get(library.pk) ?? [] }))
}

/** Up to `limit` books of a library after the key `after`, by key. */
export async function booksToCheck(
  reader: Reader,
  libraryPk: number,
  after: number,
  limit: number,
): Promise<CheckedBook[]> {
  const rows = await reader.query
    .selectFrom('books')
    .innerJoin('series', 'series.pk', 'books.series_pk')
    .select(eb => [
      'books.pk',
      'books.id',
      'books.folder_pk',
      'books.path',
      'books.file_size',
      'books.file_modified_ms',
      'books.file_inode',
      'books.file_hash',
      'series.id as series_id',
      eb
        .selectFrom('book_errors')
        .whereRef('book_errors.book_pk', '=', 'books.pk')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('errors'),
    ])
    .where('books.library_pk', '=', libraryPk)
    .where('books.pk', '>', after)
    .where(sql<boolean>`not books.deleted`)
    .orderBy('books.pk')
    .limit(limit)
    .execute()
  return rows.map(({ errors, ...book }) => ({ ...book, has_errors: (errors ?? 0) > 0 }))
}

/** Number and total size of the books to check. */
export async function sizeOfCheck(
  reader: Reader,
  libraryPks: readonly number[],
): Promise<{ readonly books: number; readonly bytes: number }> {
  if (libraryPks.length === 0) return { books: 0, bytes: 0 }
  const row = await reader.query
    .selectFrom('books')
    .select(eb => [eb.fn.countAll<number>().as('books'), eb.fn.sum<number>('file_size').as('bytes')])
    .where('library_pk', 'in', libraryPks)
    .where(sql<boolean>`not deleted`)
    .executeTakeFirstOrThrow()
  return { books: row.books, bytes: Number(row.bytes ?? 0) }
}
