import { type Reader, runPrepared } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { visibilityKey, visible } from '../../people/access'

/** A book's file and its page index. */
export interface PagedBookRow {
  readonly pk: number
  readonly id: string
  readonly folder_path: string
  readonly path: string
  readonly file_name: string
  readonly file_format: string
  readonly file_size: number
  readonly file_modified_ms: number
  readonly file_hash: string
  readonly updated_at: number
  /** Null until analysed. */
  readonly packed: string | null
}

/** @throws NotFound for a missing or hidden book */
export async function findPagedBook(reader: Reader, viewer: Viewer, id: string): Promise<PagedBookRow> {
  const values = { id: id.toLowerCase() }
  const [row] = await runPrepared<PagedBookRow, typeof values>(
    reader,
    `pages.book|${visibilityKey(viewer)}`,
    values,
    (p, query) =>
      query
        .selectFrom('books')
        .innerJoin('library_folders', 'library_folders.pk', 'books.folder_pk')
        .leftJoin('book_pages', 'book_pages.book_pk', 'books.pk')
        .select([
          'books.pk',
          'books.id',
          'library_folders.path as folder_path',
          'books.path',
          'books.file_name',
          'books.file_format',
          'books.file_size',
          'books.file_modified_ms',
          'books.file_hash',
          'books.updated_at',
          'book_pages.packed',
        ])
        .where('books.id', '=', p.id)
        .where(visible(viewer, 'books.library_pk')),
  )
  if (!row) throw notFound('Book')
  return row
}
