import { type Reader, runShape } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { visibilityKey, visible } from '../../people/access'
import { bookText } from './book.json'
import { seriesBookKeys } from './book-list.queries'
import { BOOK_JSON, BOOK_PLACE, type BookShape, booksWithContext, selectShape } from './book-row'
import { booksByKeys } from './books-by-keys.queries'

/**
 * One book that the viewer may see.
 * @throws NotFound, the same for a missing and a hidden one
 */
export async function findBook<Row>(reader: Reader, viewer: Viewer, shape: BookShape<Row>, id: string): Promise<Row> {
  const values = { id: id.toLowerCase(), userPk: viewer.userPk, userId: viewer.userId }
  const [row] = await runShape<Row, typeof values>(
    reader,
    `books.one|${shape.name}|${visibilityKey(viewer)}`,
    values,
    (query, p) => {
      const book = booksWithContext(query, p.userPk)
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
  return new Map((await booksByKeys(reader, viewer, BOOK_JSON, bookPks)).map(row => [row.pk, bookText(row)]))
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
  const order = await seriesBookKeys(reader, viewer, series_pk, false)
  const at = order.indexOf(pk)
  const [before, after] = [order[at - 1], at < 0 ? undefined : order[at + 1]]
  const pks = [before, after].filter(each => each !== undefined)
  const rows = new Map((await booksByKeys(reader, viewer, shape, pks)).map(row => [row.pk, row]))
  return { previous: rows.get(before ?? 0) ?? null, next: rows.get(after ?? 0) ?? null }
}
