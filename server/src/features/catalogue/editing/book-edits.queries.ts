import { sql } from 'kysely'
import type { Reader, Tx } from '../../../db'
import { BOOK_VALUE_COLUMNS } from '../../../db/schema/books'
import type { Viewer } from '../../../kernel/viewer'
import { visible } from '../../people/access'
import type { NamedBook } from './book-values'

/** Columns of a book's row that an edit needs. */
export interface BookToEdit extends NamedBook {
  readonly pk: number
  readonly id: string
  readonly series_pk: number
  readonly file_name: string
  readonly locks: number
  readonly updated_at: number
}

const COLUMNS = [
  ...(['pk', 'id', 'series_pk', 'file_name', 'locks', 'updated_at'] as const),
  ...(['title', 'number', 'volume', 'chapter'] as const),
  ...Object.values(BOOK_VALUE_COLUMNS),
] as const

/** Books by key, in key order; the caller has checked access. Locks the rows in a transaction. */
export function booksToEdit(from: Reader | Tx, pks: readonly number[]): Promise<BookToEdit[]> {
  const query = (from as Tx).query.selectFrom('books').select(COLUMNS).where('pk', 'in', pks).orderBy('pk')
  return ('publish' in from ? query.modifyEnd(from.dialect.forUpdate) : query).execute()
}

/** The keys of the visible books, grouped by series. */
export async function visibleBooks(reader: Reader, viewer: Viewer, ids: readonly string[]): Promise<number[]> {
  return (await visibleOf(reader, viewer, ids)).map(row => row.pk)
}

/** Their ids, without missing or hidden ones. */
export async function visibleBookIds(reader: Reader, viewer: Viewer, ids: readonly string[]): Promise<string[]> {
  return (await visibleOf(reader, viewer, ids)).map(row => row.id)
}

function visibleOf(reader: Reader, viewer: Viewer, ids: readonly string[]) {
  return (
    reader.query
      .selectFrom('books')
      .select(['books.pk', 'books.id'])
      .where(
        'books.id',
        'in',
        ids.map(id => id.toLowerCase()),
      )
      .where(visible(viewer, 'books.library_pk'))
      .where(sql<boolean>`not books.deleted`)
      // Grouped by series, which is refreshed once per transaction.
      .orderBy('books.series_pk')
      .orderBy('books.pk')
      .execute()
  )
}

/** Columns that naming needs, with the row of the library. */
export async function booksToName(reader: Reader, pks: readonly number[]) {
  return reader.query
    .selectFrom('books')
    .innerJoin('series', 'series.pk', 'books.series_pk')
    .innerJoin('libraries', 'libraries.pk', 'books.library_pk')
    .leftJoin('book_metadata as inside', 'inside.book_pk', 'books.pk')
    .selectAll('libraries')
    .select(['books.pk as book_pk', 'books.path', 'books.file_name', 'books.number as book_number', 'books.series_pk'])
    .select(['series.title as series_title', 'series.book_count as series_books', 'inside.book_pk as inside_pk'])
    .select(['inside.title as inside_title', 'inside.series as inside_series', 'inside.number as inside_number'])
    .select(['inside.volume as inside_volume', 'inside.chapter as inside_chapter', 'inside.facts as inside_facts'])
    .select(['inside.file_metadata', 'books.folder_pk'])
    .where('books.pk', 'in', pks)
    .orderBy('books.pk')
    .execute()
}

/** The first book of each series, from which its title derives. */
export async function firstBooksOf(reader: Reader, seriesPks: readonly number[]): Promise<number[]> {
  const rows = await reader.query
    .selectFrom('series')
    .select(eb => [
      'series.pk',
      eb
        .selectFrom('books')
        .select('books.pk')
        .whereRef('books.series_pk', '=', 'series.pk')
        .where('books.deleted', '=', false)
        .orderBy('books.path')
        .limit(1)
        .as('first'),
    ])
    .where('series.pk', 'in', seriesPks)
    .execute()
  return rows.flatMap(({ first }) => (first === null ? [] : [first]))
}
