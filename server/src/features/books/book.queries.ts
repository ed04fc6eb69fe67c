import { sql } from 'kysely'
import { type Reader, runShape } from '../../db'
import { notFound } from '../../kernel/app-error'
import type { Viewer } from '../../kernel/viewer'
import { visibilityKey, visible } from '../access'
import { type BookRow, booksWithContext } from './book-row'

/**
 * One book that the viewer may see.
 * @throws NotFound, the same for a missing and a hidden one
 */
export async function findBook(reader: Reader, viewer: Viewer, id: string): Promise<BookRow> {
  const values = { id: id.toLowerCase(), userPk: viewer.userPk }
  const [row] = await runShape<BookRow, typeof values>(
    reader,
    `books.one|${visibilityKey(viewer)}`,
    values,
    (query, p) =>
      booksWithContext(query, p.userPk).where('books.id', '=', p.id).where(visible(viewer, 'books.library_pk')),
  )
  if (!row) throw notFound('Book')
  return row
}

/** All books of a series in reading order. */
export function seriesBooks(
  reader: Reader,
  viewer: Viewer,
  seriesPk: number,
  includeDeleted: boolean,
): Promise<BookRow[]> {
  const values = { seriesPk, userPk: viewer.userPk }
  return runShape<BookRow, typeof values>(
    reader,
    `books.of-series|${visibilityKey(viewer)}|${includeDeleted}`,
    values,
    (query, p) => {
      const books = booksWithContext(query, p.userPk)
        .where('books.series_pk', '=', p.seriesPk)
        .where(visible(viewer, 'books.library_pk'))
      return (includeDeleted ? books : books.where(sql<boolean>`not books.deleted`))
        .orderBy(sql`books.number ${reader.dialect.nullsOrder('asc')}`)
        .orderBy('books.sort_key')
        .orderBy('books.pk')
    },
  )
}

/** The live books before and after one in its series; null at the ends. */
export async function adjacentBooks(
  reader: Reader,
  viewer: Viewer,
  book: BookRow,
): Promise<{ previous: BookRow | null; next: BookRow | null }> {
  const [series] = await runShape<{ series_pk: number }, { pk: number }>(
    reader,
    'books.series-of',
    { pk: book.pk },
    (query, p) => query.selectFrom('books').select('series_pk').where('pk', '=', p.pk),
  )
  if (!series) throw notFound('Book')
  const rows = await seriesBooks(reader, viewer, series.series_pk, false)
  const at = rows.findIndex(row => row.pk === book.pk)
  return { previous: at > 0 ? (rows[at - 1] ?? null) : null, next: at >= 0 ? (rows[at + 1] ?? null) : null }
}
