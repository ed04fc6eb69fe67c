import { type SqlBool, sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { visibilityKey, visible } from '../../people/access'
import type { findReadableBook } from '../progress'
import type { SyncedDocument } from './synced-documents.store'

/** A candidate book of a document, with both hashes that apps use. */
export interface DocumentBook extends Awaited<ReturnType<typeof findReadableBook>> {
  readonly reader_sync_hash: string | null
  readonly file_name_md5: string | null
  /** Hash of its content; empty while unknown. */
  readonly file_hash: string
}

/** Copies of one file have the same hash. */
const MOST_BOOKS = 20

/**
 * The visible book, with its copies, that an app identifies by this hash: of content, else of file name. A file name
 * shared by different books, such as `01.cbz`, matches none.
 */
export async function booksOfDocument(reader: Reader, viewer: Viewer, document: string): Promise<DocumentBook[]> {
  const name = document.toLowerCase()
  const byContent = await booksBy(reader, viewer, 'reader_sync_hash', name)
  if (byContent.length > 0) return byContent
  const byName = await booksBy(reader, viewer, 'file_name_md5', name)
  const contents = new Set(byName.map(book => book.file_hash || book.pk))
  return contents.size === 1 ? byName : []
}

async function booksBy(
  reader: Reader,
  viewer: Viewer,
  column: 'reader_sync_hash' | 'file_name_md5',
  name: string,
): Promise<DocumentBook[]> {
  const key = `documents.books|${column}|${visibilityKey(viewer)}`
  const rows = await runPrepared<DocumentBook, { name: string }>(reader, key, { name }, (p, query) =>
    query
      .selectFrom('books as named')
      .innerJoin('books', join => join.on('books.pk', '=', sql`coalesce(named.merged_into_pk, named.pk)`))
      .innerJoin('series', 'series.pk', 'books.series_pk')
      .innerJoin('libraries', 'libraries.pk', 'books.library_pk')
      .select(['books.pk', 'books.id', 'books.series_pk', 'series.id as series_id'])
      .select(['books.library_pk', 'libraries.id as library_id', 'books.file_format', 'books.page_count'])
      .select(['named.reader_sync_hash', 'named.file_name_md5', 'named.file_hash'])
      .where(`named.${column}`, '=', p.name)
      .where(sql<SqlBool>`not books.deleted`)
      .where(visible(viewer, 'books.library_pk'))
      .orderBy('books.pk')
      .limit(MOST_BOOKS),
  )
  // A book has the hashes of the copies that were merged into it, too.
  return [...new Map(rows.map(book => [book.pk, book])).values()]
}

/** Stored places of the viewer's documents with these hashes, newest first. */
export function savedDocuments(reader: Reader, viewer: Viewer, names: readonly string[]): Promise<SyncedDocument[]> {
  return reader.query
    .selectFrom('synced_documents')
    .select(['document', 'progress', 'percentage', 'device', 'device_id', 'saved_at'])
    .where('user_pk', '=', viewer.userPk)
    .where('document', 'in', [...names])
    .orderBy('saved_at', 'desc')
    .orderBy('pk', 'desc')
    .execute()
}

/** The viewer's newest place in any of these books. */
export async function newestPlace(reader: Reader, viewer: Viewer, bookPks: readonly number[]) {
  const row = await reader.query
    .selectFrom('read_progress')
    .select(['book_pk', 'current_page', 'percentage', 'updated_at', 'locator'])
    .where('user_pk', '=', viewer.userPk)
    .where('book_pk', 'in', [...bookPks])
    .orderBy('updated_at', 'desc')
    .orderBy('pk', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}
