import { type SqlBool, sql } from 'kysely'
import { keyOfId, keysOfIds, type Reader, runPrepared } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { visibilityKey, visible } from '../../people/access'
import type { ProgressRow } from './places.store'

/** The columns of a book for progress. */
export interface ReadableBook {
  readonly pk: number
  readonly id: string
  readonly series_pk: number
  readonly series_id: string
  readonly library_pk: number
  readonly library_id: string
  readonly file_format: string
  readonly page_count: number
}

export interface ShownProgress extends ProgressRow {
  readonly book_id: string
  readonly file_format: string
  readonly page_count: number
}

/** @throws NotFound for a missing or hidden one */
export async function findReadableBook(reader: Reader, viewer: Viewer, id: string): Promise<ReadableBook> {
  const values = { id: id.toLowerCase() }
  const [book] = await runPrepared<ReadableBook, typeof values>(
    reader,
    `progress.book|${visibilityKey(viewer)}`,
    values,
    (p, query) =>
      query
        .selectFrom('books')
        .innerJoin('series', 'series.pk', 'books.series_pk')
        .innerJoin('libraries', 'libraries.pk', 'books.library_pk')
        .select(['books.pk', 'books.id', 'books.series_pk', 'series.id as series_id'])
        .select(['books.library_pk', 'libraries.id as library_id', 'books.file_format', 'books.page_count'])
        .where('books.pk', '=', keyOfId('books', p.id))
        .where(visible(viewer, 'books.library_pk')),
  )
  if (!book) throw notFound('Book')
  return book
}

/** The visible ones of these books; the others are skipped. */
export async function readableBooks(reader: Reader, viewer: Viewer, ids: readonly string[]) {
  if (ids.length === 0) return []
  return await reader.query
    .selectFrom('books')
    .innerJoin('series', 'series.pk', 'books.series_pk')
    .select(['books.pk', 'books.series_pk', 'books.page_count'])
    .where('books.pk', 'in', keysOfIds('books', lowered(ids)))
    .where(sql<SqlBool>`not books.deleted`)
    .where(visible(viewer, 'books.library_pk'))
    .execute()
}

/** The same for series: their keys, always in the same order. */
export async function readableSeries(reader: Reader, viewer: Viewer, ids: readonly string[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await reader.query
    .selectFrom('series')
    .select('series.pk')
    .where('series.pk', 'in', keysOfIds('series', lowered(ids)))
    .where(visible(viewer, 'series.library_pk'))
    .orderBy('series.pk')
    .execute()
  return rows.map(row => row.pk)
}

const lowered = (ids: readonly string[]) => [...new Set(ids.map(id => id.toLowerCase()))]

/** The viewer's place in a book; null if not started. */
export async function findProgress(reader: Reader, viewer: Viewer, bookPk: number): Promise<ProgressRow | null> {
  const values = { userPk: viewer.userPk, bookPk }
  const [row] = await runPrepared<ProgressRow, typeof values>(reader, 'progress.one', values, (p, query) =>
    query.selectFrom('read_progress').selectAll().where('user_pk', '=', p.userPk).where('book_pk', '=', p.bookPk),
  )
  return row ?? null
}

/** All places of the viewer in visible books, newest first. */
export function allProgress(reader: Reader, viewer: Viewer): Promise<ShownProgress[]> {
  const values = { userPk: viewer.userPk }
  return runPrepared<ShownProgress, typeof values>(
    reader,
    `progress.all|${visibilityKey(viewer)}`,
    values,
    (p, query) =>
      query
        .selectFrom('read_progress')
        .innerJoin('books', 'books.pk', 'read_progress.book_pk')
        .selectAll('read_progress')
        .select(['books.id as book_id', 'books.file_format', 'books.page_count'])
        .where('read_progress.user_pk', '=', p.userPk)
        .where(sql<SqlBool>`not books.deleted`)
        .where(visible(viewer, 'books.library_pk'))
        .orderBy('read_progress.updated_at', 'desc')
        .orderBy('read_progress.pk', 'desc'),
  )
}
