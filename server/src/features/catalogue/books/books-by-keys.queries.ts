import { sql } from 'kysely'
import { cachedRows, type Reader, runShape } from '../../../db'
import { shapeFor } from '../../../kernel/memo'
import type { Viewer } from '../../../kernel/viewer'
import { visibilityKey, visible } from '../../people/access'
import { type BookShape, booksWithContext, type KeyedBook } from './book-row'

type Parts<Row> = NonNullable<BookShape<Row>['parts']>

/**
 * Books in the order of their keys, which must come from a query that left out what the viewer may not see. What all who see the same see of a book is kept until
 * the catalogue changes, what the viewer has read of it until somebody's progress does: two statements at most.
 */
export async function booksByKeys<Row>(
  reader: Reader,
  viewer: Viewer,
  shape: BookShape<Row>,
  pks: readonly number[],
): Promise<Row[]> {
  const { name, parts } = shape
  if (!parts || pks.length === 0) return []
  const ownShape = shapeFor(viewer, 'progress', 'books.own', name)
  const [shared, own] = await Promise.all([
    sharedRows(reader, viewer, name, parts, pks),
    cachedRows(reader, ownShape, pks, missing => ownParts(reader, viewer, name, parts, missing)),
  ])
  const rows: Row[] = []
  for (const pk of pks) {
    const row = shared.get(pk)
    if (!row) continue
    const opened = own.get(pk)
    rows.push((opened ? { ...row, ...opened } : row) as unknown as Row)
  }
  return rows
}

function sharedRows<Row>(
  reader: Reader,
  viewer: Viewer,
  name: string,
  parts: Parts<Row>,
  pks: readonly number[],
): Promise<ReadonlyMap<number, KeyedBook | null>> {
  // What a row says and that it may be seen are of one moment, whatever moves between the question for keys and this one.
  const shape = shapeFor(viewer, 'catalogue', 'books', name)
  return cachedRows(reader, shape, pks, missing => sharedParts(reader, viewer, name, parts, missing))
}

function sharedParts<Row>(
  reader: Reader,
  viewer: Viewer,
  name: string,
  parts: Parts<Row>,
  pks: readonly number[],
): Promise<KeyedBook[]> {
  const values = { chosen: JSON.stringify(pks), userPk: viewer.userPk }
  return runShape<KeyedBook, typeof values>(
    reader,
    `books.shared|${name}|${visibilityKey(viewer)}`,
    values,
    (query, p) =>
      booksWithContext(query, p.userPk)
        .where(reader.dialect.isKeyOf(sql`books.pk`, p.chosen))
        .where(visible(viewer, 'books.library_pk'))
        .select(parts.shared(reader.dialect) as never),
  )
}

function ownParts<Row>(
  reader: Reader,
  viewer: Viewer,
  name: string,
  parts: Parts<Row>,
  pks: readonly number[],
): Promise<KeyedBook[]> {
  const values = { chosen: JSON.stringify(pks), userPk: viewer.userPk, userId: viewer.userId }
  return runShape<KeyedBook, typeof values>(reader, `books.own|${name}|${visibilityKey(viewer)}`, values, (query, p) =>
    query
      .selectFrom('read_progress')
      .innerJoin('books', 'books.pk', 'read_progress.book_pk')
      .where('read_progress.user_pk', '=', p.userPk)
      .where(reader.dialect.isKeyOf(sql`read_progress.book_pk`, p.chosen))
      .where(visible(viewer, 'books.library_pk'))
      .select(['books.pk', ...parts.own(reader.dialect, p.userId)] as never),
  )
}
