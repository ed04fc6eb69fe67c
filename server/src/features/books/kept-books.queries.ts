import { keepsRows, type Reader, rowsByKey, runShape } from '../../db'
import type { Viewer } from '../../kernel/viewer'
import { visibilityKey, visible } from '../access'
import { type BookShape, booksWithContext, type KeyedBook } from './book-row'

type Parts<Row> = NonNullable<BookShape<Row>['parts']>

/** Whether books of this shape are kept between requests: then a list needs their keys alone. */
export function isKept<Row>(reader: Reader, shape: BookShape<Row>): boolean {
  return shape.parts !== undefined && keepsRows(reader)
}

/**
 * Books in the order of their keys, which must come from a query that left out what the viewer may not see. What everybody sees of a book is kept until
 * the catalogue changes, what the viewer has read of it until somebody's progress does: two statements at most.
 */
export async function booksByKeys<Row>(
  reader: Reader,
  viewer: Viewer,
  shape: BookShape<Row>,
  keys: readonly { readonly pk: number }[],
): Promise<Row[]> {
  const { name, parts } = shape
  if (!parts || keys.length === 0) return []
  const pks = keys.map(({ pk }) => pk)
  const shared = await rowsByKey(reader, { of: 'catalogue', name: `books.${name}`, keepsAbsent: false }, pks, missing =>
    sharedParts(reader, viewer, name, parts, missing),
  )
  const own = await rowsByKey(
    reader,
    { of: 'progress', name: `books.${name}|${viewer.userPk}`, keepsAbsent: true },
    pks,
    missing => ownParts(reader, viewer, name, parts, missing),
  )
  const rows: Row[] = []
  for (const pk of pks) {
    const row = shared.get(pk)
    if (!row) continue
    const opened = own.get(pk)
    rows.push((opened ? { ...row, ...opened } : row) as unknown as Row)
  }
  return rows
}

/** One book of which the viewer's own part has been found; null when it has gone meanwhile. */
export async function withOwn<Row>(
  reader: Reader,
  viewer: Viewer,
  { name, parts }: BookShape<Row>,
  own: KeyedBook,
): Promise<Row | null> {
  const row = parts && (await sharedRows(reader, viewer, name, parts, [own.pk])).get(own.pk)
  return row ? ({ ...row, ...own } as unknown as Row) : null
}

function sharedRows<Row>(
  reader: Reader,
  viewer: Viewer,
  name: string,
  parts: Parts<Row>,
  pks: readonly number[],
): Promise<ReadonlyMap<number, KeyedBook | null>> {
  const kind = { of: 'catalogue', name: `books.${name}`, keepsAbsent: false } as const
  return rowsByKey(reader, kind, pks, missing => sharedParts(reader, viewer, name, parts, missing))
}

function sharedParts<Row>(
  reader: Reader,
  viewer: Viewer,
  name: string,
  parts: Parts<Row>,
  pks: readonly number[],
): Promise<KeyedBook[]> {
  const values = { chosen: chosen(pks), userPk: viewer.userPk }
  return runShape<KeyedBook, typeof values>(
    reader,
    `books.shared|${name}|${visibilityKey(viewer)}`,
    values,
    (query, p) =>
      booksWithContext(query, p.userPk)
        .where('books.pk', 'in', eb =>
          eb
            .selectFrom(reader.dialect.jsonRows<{ pk: number }>(p.chosen, { pk: 'bigint' }).as('chosen'))
            .select('chosen.pk'),
        )
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
  const values = { chosen: chosen(pks), userPk: viewer.userPk, userId: viewer.userId }
  return runShape<KeyedBook, typeof values>(reader, `books.own|${name}|${visibilityKey(viewer)}`, values, (query, p) =>
    query
      .selectFrom('read_progress')
      .innerJoin('books', 'books.pk', 'read_progress.book_pk')
      .where('read_progress.user_pk', '=', p.userPk)
      .where('read_progress.book_pk', 'in', eb =>
        eb
          .selectFrom(reader.dialect.jsonRows<{ pk: number }>(p.chosen, { pk: 'bigint' }).as('chosen'))
          .select('chosen.pk'),
      )
      .where(visible(viewer, 'books.library_pk'))
      .select(['books.pk', ...parts.own(reader.dialect, p.userId)] as never),
  )
}

function chosen(pks: readonly number[]): string {
  return JSON.stringify(pks.map(pk => ({ pk })))
}
