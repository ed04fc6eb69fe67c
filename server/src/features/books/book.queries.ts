import { sql } from 'kysely'
import { type Reader, runShape } from '../../db'
import { notFound } from '../../kernel/app-error'
import type { Viewer } from '../../kernel/viewer'
import { visibilityKey, visible } from '../access'
import { bookText } from './book.json'
import {
  BOOK_JSON,
  BOOK_KEY,
  BOOK_PLACE,
  type BookJsonRow,
  type BookShape,
  booksFor,
  booksWithContext,
  booksWithProgress,
  type KeyedBook,
  ownShape,
  selectShape,
} from './book-row'
import { booksByKeys, isKept, isKeptSingly, withOwn } from './kept-books.queries'

/**
 * One book that the viewer may see.
 * @throws NotFound, the same for a missing and a hidden one
 */
export async function findBook<Row>(reader: Reader, viewer: Viewer, shape: BookShape<Row>, id: string): Promise<Row> {
  if (isKeptSingly(reader, shape)) {
    const own = await findBook<KeyedBook>(reader, viewer, ownShape(shape), id)
    const row = await withOwn(reader, viewer, shape, own)
    if (!row) throw notFound('Book')
    return row
  }
  const values = { id: id.toLowerCase(), userPk: viewer.userPk, userId: viewer.userId }
  const [row] = await runShape<Row, typeof values>(
    reader,
    `books.one|${shape.name}|${visibilityKey(viewer)}`,
    values,
    (query, p) => {
      const book = (shape.isOwn ? booksWithProgress(query, p.userPk) : booksWithContext(query, p.userPk))
        .where('books.id', '=', p.id)
        .where(visible(viewer, 'books.library_pk'))
      return selectShape(book as never, shape, reader.dialect, p.userId)
    },
  )
  if (!row) throw notFound('Book')
  return row
}

/** Books by their keys, each as the text of a BookDto; those that the viewer may not see are left out. */
export async function bookTexts(
  reader: Reader,
  viewer: Viewer,
  bookPks: readonly number[],
): Promise<Map<number, string>> {
  if (bookPks.length === 0) return new Map()
  const chosen = JSON.stringify(bookPks.map(pk => ({ pk })))
  const values = { chosen, userPk: viewer.userPk, userId: viewer.userId }
  const rows = await runShape<BookJsonRow, typeof values>(
    reader,
    `books.by-keys|${visibilityKey(viewer)}`,
    values,
    (query, p) => {
      const books = booksWithContext(query, p.userPk)
        .where('books.pk', 'in', eb =>
          eb
            .selectFrom(reader.dialect.jsonRows<{ pk: number }>(p.chosen, { pk: 'bigint' }).as('chosen'))
            .select('chosen.pk'),
        )
        .where(visible(viewer, 'books.library_pk'))
      return selectShape(books as never, BOOK_JSON, reader.dialect, p.userId)
    },
  )
  return new Map(rows.map(row => [row.pk, bookText(row)]))
}

/** All books of a series in reading order. */
export async function seriesBooks<Row>(
  reader: Reader,
  viewer: Viewer,
  shape: BookShape<Row>,
  seriesPk: number,
  includeDeleted: boolean,
): Promise<Row[]> {
  if (isKept(reader, shape)) {
    const keys = await seriesBooks(reader, viewer, BOOK_KEY, seriesPk, includeDeleted)
    return booksByKeys(reader, viewer, shape, keys)
  }
  const values = { seriesPk, userPk: viewer.userPk, userId: viewer.userId }
  return runShape<Row, typeof values>(
    reader,
    `books.of-series|${shape.name}|${visibilityKey(viewer)}|${includeDeleted}`,
    values,
    (query, p) => {
      const books = booksFor(query, shape, p.userPk)
        .where('books.series_pk', '=', p.seriesPk)
        .where(visible(viewer, 'books.library_pk'))
      const ordered = (includeDeleted ? books : books.where(sql<boolean>`not books.deleted`))
        .orderBy(sql`books.number ${reader.dialect.nullsOrder('asc')}`)
        .orderBy('books.sort_key')
        .orderBy('books.pk')
      return selectShape(ordered as never, shape, reader.dialect, p.userId)
    },
  )
}

/**
 * The live books before and after one in its series; null at the ends.
 * @throws NotFound, the same for a missing and a hidden one
 */
export async function adjacentBooks<Row extends { readonly pk: number }>(
  reader: Reader,
  viewer: Viewer,
  shape: BookShape<Row>,
  id: string,
): Promise<{ previous: Row | null; next: Row | null }> {
  const { pk, series_pk } = await findBook(reader, viewer, BOOK_PLACE, id)
  const order = await seriesBooks(reader, viewer, BOOK_PLACE, series_pk, false)
  const at = order.findIndex(book => book.pk === pk)
  const [previous, next] = await Promise.all(
    [order[at - 1], at < 0 ? undefined : order[at + 1]].map(place =>
      place ? findBook(reader, viewer, shape, place.id) : null,
    ),
  )
  return { previous: previous ?? null, next: next ?? null }
}
