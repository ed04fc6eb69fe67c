import { type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { visible } from '../../people/access'

type From = Pick<Reader | Tx, 'query'> & { readonly query: Pick<Reader['query'], 'selectFrom'> }

export interface SeriesSubject {
  readonly pk: number
  readonly id: string
  readonly title: string
  readonly library_pk: number
  readonly library_id: string
  readonly library_name: string
  readonly sharing_set_pk: number | null
  readonly book_count: number
}

/** A visible series with books. @throws NotFound */
export async function seriesSubject(from: From, viewer: Viewer, id: string): Promise<SeriesSubject> {
  const row = await series(from)
    .where('series.id', '=', id.toLowerCase())
    .where('series.book_count', '>', 0)
    .where('series.merged_into_pk', 'is', null)
    .where(visible(viewer, 'series.library_pk'))
    .executeTakeFirst()
  if (!row) throw notFound('Series')
  return row
}

/** Series by key, including merged ones. */
export function seriesSubjects(from: From, pks: readonly number[]): Promise<SeriesSubject[]> {
  return series(from).where('series.pk', 'in', pks).orderBy('series.pk').execute()
}

function series({ query }: From) {
  return query
    .selectFrom('series')
    .innerJoin('libraries', 'libraries.pk', 'series.library_pk')
    .select(['series.pk', 'series.id', 'series.title', 'series.library_pk', 'series.sharing_set_pk'])
    .select(['series.book_count', 'libraries.id as library_id', 'libraries.name as library_name'])
}

export interface BookSubject {
  readonly pk: number
  readonly id: string
  readonly title: string
  readonly library_pk: number
  readonly series_pk: number
  readonly series_chosen: boolean
}

/** Visible live books. @throws NotFound for any of them */
export async function bookSubjects(from: From, viewer: Viewer, ids: readonly string[]): Promise<BookSubject[]> {
  const wanted = [...new Set(ids.map(id => id.toLowerCase()))]
  const rows = await from.query
    .selectFrom('books')
    .select(['books.pk', 'books.id', 'books.title', 'books.library_pk', 'books.series_pk', 'books.series_chosen'])
    .where('books.id', 'in', wanted)
    .where(sql<SqlBool>`not books.deleted`)
    .where(visible(viewer, 'books.library_pk'))
    .orderBy('books.pk')
    .execute()
  if (rows.length < wanted.length) throw notFound('Book')
  return rows
}

/**
 * The next books of a series, including hidden ones, or of some books, to move to the series `into`: those in another
 * series of its library. A scan may have moved that series to another library meanwhile.
 */
export async function booksToMove(
  tx: Tx,
  which: { readonly into: number } & ({ readonly seriesPk: number } | { readonly bookPks: readonly number[] }),
  limit: number,
): Promise<Pick<BookSubject, 'pk' | 'series_pk' | 'series_chosen'>[]> {
  const books = tx.query
    .selectFrom('books')
    .select(['pk', 'series_pk', 'series_chosen'])
    .where('library_pk', '=', db => db.selectFrom('series').select('library_pk').where('series.pk', '=', which.into))
  const some =
    'seriesPk' in which
      ? books.where('series_pk', '=', which.seriesPk)
      : books.where('pk', 'in', which.bookPks).where('series_pk', '<>', which.into)
  return some.orderBy('pk').limit(limit).execute()
}

export async function hasBooks(tx: Tx, seriesPk: number): Promise<boolean> {
  const book = await tx.query
    .selectFrom('books')
    .select('pk')
    .where('series_pk', '=', seriesPk)
    .limit(1)
    .executeTakeFirst()
  return book !== undefined
}

/** The id of a user, for the edit history. */
export async function userIdOf(tx: Tx, pk: number | null): Promise<string> {
  if (pk === null) return ''
  const row = await tx.query.selectFrom('users').select('id').where('pk', '=', pk).executeTakeFirst()
  return row?.id ?? ''
}

/** The series that were merged into these. */
export async function mergedInto(tx: Tx, seriesPks: readonly number[]): Promise<number[]> {
  const rows = await tx.query.selectFrom('series').select('pk').where('merged_into_pk', 'in', seriesPks).execute()
  return rows.map(({ pk }) => pk)
}
