import { sql } from 'kysely'
import { keyOfId, type Reader, runPrepared } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { visibilityKey, visible } from '../../people/access'
import type { reports } from '../progress'

/** The book of a session. */
export interface KnownBook {
  readonly pk: number
  readonly id: string
  readonly series_pk: number
  readonly series_id: string
  readonly library_pk: number
  readonly library_id: string
  readonly file_format: string
  readonly page_count: number
}

/** Visible books by requested id; also hidden ones with missing files, which devices may still have. */
export async function booksOfSessions(
  reader: Reader,
  viewer: Viewer,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownBook>> {
  const values = { ids: JSON.stringify([...new Set(ids)].map(id => ({ id }))) }
  const rows = await runPrepared<KnownBook & { asked: string }, typeof values>(
    reader,
    `sessions.books|${visibilityKey(viewer)}`,
    values,
    (p, query) =>
      query
        .selectFrom(reader.dialect.jsonRows<{ id: string }>(p.ids, { id: 'text' }).as('asked'))
        .innerJoin('books', join => join.on('books.pk', '=', keyOfId('books', sql.ref('asked.id'))))
        .select('asked.id as asked')
        .innerJoin('series', 'series.pk', 'books.series_pk')
        .innerJoin('libraries', 'libraries.pk', 'books.library_pk')
        .select(['books.pk', 'books.id', 'books.series_pk', 'series.id as series_id', 'books.library_pk'])
        .select(['libraries.id as library_id', 'books.file_format', 'books.page_count'])
        .where(visible(viewer, 'books.library_pk')),
  )
  return new Map(rows.map(row => [row.asked, row]))
}

type PlaceRow = Parameters<typeof reports.progressView>[0]

/** The viewer's places, by book key. */
export async function placesIn(
  reader: Reader,
  viewer: Viewer,
  bookPks: readonly number[],
): Promise<ReadonlyMap<number, PlaceRow>> {
  const values = { userPk: viewer.userPk, books: JSON.stringify(bookPks) }
  const rows = await runPrepared<PlaceRow, typeof values>(reader, 'sessions.places', values, (p, query) =>
    query
      .selectFrom('read_progress')
      .selectAll()
      .where('user_pk', '=', p.userPk)
      .where(reader.dialect.isKeyOf(sql.ref('book_pk'), p.books)),
  )
  return new Map(rows.map(row => [row.book_pk, row]))
}
