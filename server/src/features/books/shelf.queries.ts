import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Reader, runShape } from '../../db'
import type { Viewer } from '../../kernel/viewer'
import { visibilityKey, visible } from '../access'
import { orderBy, type Sort } from '../filters'
import { BOOK_SORTS } from './book-fields'
import { type BookShape, booksWithContext, pageOfBooks, selectShape } from './book-row'

/** A page of one of the viewer's own lists. */
export interface ShelfQuestion {
  readonly libraryPk?: number | undefined
  readonly seriesPk?: number | undefined
  /** Instead of the order that the list has by itself. */
  readonly sort?: Sort | undefined
  readonly page: number
  readonly pageSize: number
}

interface ShelfPage<Row> {
  readonly rows: Row[]
  readonly total: number
}

/** Books begun and not finished, the latest read first. */
export function inProgressBooks<Row>(
  reader: Reader,
  viewer: Viewer,
  shape: BookShape<Row>,
  question: ShelfQuestion,
): Promise<ShelfPage<Row>> {
  return readBooks(reader, viewer, shape, question, 'in-progress')
}

/** Books opened at all, the latest read first. */
export function recentlyReadBooks<Row>(
  reader: Reader,
  viewer: Viewer,
  shape: BookShape<Row>,
  question: ShelfQuestion,
): Promise<ShelfPage<Row>> {
  return readBooks(reader, viewer, shape, question, 'recently-read')
}

async function readBooks<Row>(
  reader: Reader,
  viewer: Viewer,
  shape: BookShape<Row>,
  question: ShelfQuestion,
  shelf: 'in-progress' | 'recently-read',
): Promise<ShelfPage<Row>> {
  const values = shelfValues(viewer, question)
  const key = `books.${shelf}|${shelfKey(viewer, question)}`
  const where = (p: typeof values) => {
    const parts = [
      sql<SqlBool>`read_progress.user_pk = ${p.userPk}`,
      sql<SqlBool>`not books.deleted`,
      visible(viewer, 'books.library_pk'),
      ...scope(question, p),
    ]
    if (shelf === 'in-progress') parts.push(sql<SqlBool>`not read_progress.completed`)
    return sql<SqlBool>`${sql.join(parts, sql` and `)}`
  }
  const [rows, [count]] = await Promise.all([
    runShape<Row, typeof values>(reader, `${key}|${shape.name}s`, values, (query, p) => {
      const books = booksWithContext(query, p.userPk)
        .where(where(p))
        .orderBy(orderOf(reader, question, sql`read_progress.updated_at desc, read_progress.pk desc`))
        .limit(p.limit)
        .offset(p.offset)
      return selectShape(books as never, shape, reader.dialect, p.userId)
    }),
    runShape<{ total: number }, typeof values>(reader, `${key}|count`, values, (query, p) =>
      query
        .selectFrom('read_progress')
        .innerJoin('books', 'books.pk', 'read_progress.book_pk')
        .where(where(p))
        .select(({ fn }) => fn.countAll<number>().as('total')),
    ),
  ])
  return { rows, total: count?.total ?? 0 }
}

/**
 * The next unread book of each series in which the viewer has finished one and has none half read,
 * the series last read first.
 */
export async function onDeckBooks<Row>(
  reader: Reader,
  viewer: Viewer,
  shape: BookShape<Row>,
  question: ShelfQuestion,
): Promise<ShelfPage<Row>> {
  const values = shelfValues(viewer, question)
  const key = `books.on-deck|${shelfKey(viewer, question)}`
  const { sort } = question
  const series = (query: Reader['query'], p: typeof values) => {
    let rows = query
      .selectFrom('series_progress')
      .innerJoin('series', 'series.pk', 'series_progress.series_pk')
      .where('series_progress.user_pk', '=', p.userPk)
      .where('series_progress.completed_count', '>', 0)
      .where('series_progress.in_progress_count', '=', 0)
      .where(sql<SqlBool>`series_progress.completed_count < series.book_count`)
      .where(visible(viewer, 'series.library_pk'))
    if (question.libraryPk !== undefined) rows = rows.where('series.library_pk', '=', p.libraryPk)
    if (question.seriesPk !== undefined) rows = rows.where('series.pk', '=', p.seriesPk)
    return rows
  }
  const [rows, [count]] = await Promise.all([
    runShape<Row, typeof values>(reader, `${key}|${shape.name}s`, values, (query, p) => {
      const firstUnread = sql<number>`(select unread.pk from books as unread
        left join read_progress as done on done.book_pk = unread.pk and done.user_pk = ${p.userPk}
        where unread.series_pk = series.pk and not unread.deleted and done.pk is null
        order by unread.number ${reader.dialect.nullsOrder('asc')}, unread.sort_key, unread.pk limit 1)`
      const deck = series(query, p).select([
        firstUnread.as('pk'),
        'series_progress.last_read_at',
        'series_progress.series_pk',
      ])
      const page = sort
        ? deck
        : deck
            .orderBy('series_progress.last_read_at', 'desc')
            .orderBy('series_progress.series_pk', 'desc')
            .limit(p.limit)
            .offset(p.offset)
      const books = pageOfBooks(query, page.as('page'), p.userPk).orderBy(
        orderOf(reader, question, sql`page.last_read_at desc, books.series_pk desc`),
      )
      const cut = sort ? books.limit(p.limit).offset(p.offset) : books
      return selectShape(cut as never, shape, reader.dialect, p.userId)
    }),
    runShape<{ total: number }, typeof values>(reader, `${key}|count`, values, (query, p) =>
      series(query, p).select(({ fn }) => fn.countAll<number>().as('total')),
    ),
  ])
  return { rows, total: count?.total ?? 0 }
}

function orderOf(reader: Reader, { sort }: ShelfQuestion, own: RawBuilder<unknown>) {
  return (sort ? orderBy(reader, BOOK_SORTS, sort, sql`books.pk`) : own) as never
}

function shelfValues(viewer: Viewer, question: ShelfQuestion) {
  return {
    userPk: viewer.userPk,
    userId: viewer.userId,
    libraryPk: question.libraryPk ?? 0,
    seriesPk: question.seriesPk ?? 0,
    limit: question.pageSize,
    offset: Math.min((question.page - 1) * question.pageSize, Number.MAX_SAFE_INTEGER),
  }
}

function scope(question: ShelfQuestion, p: { libraryPk: number; seriesPk: number }) {
  const parts = []
  if (question.libraryPk !== undefined) parts.push(sql<SqlBool>`books.library_pk = ${p.libraryPk}`)
  if (question.seriesPk !== undefined) parts.push(sql<SqlBool>`books.series_pk = ${p.seriesPk}`)
  return parts
}

function shelfKey(viewer: Viewer, question: ShelfQuestion): string {
  return `${visibilityKey(viewer)}|${question.libraryPk === undefined ? '' : 'library'}|${question.seriesPk === undefined ? '' : 'series'}|${question.sort ? JSON.stringify(question.sort) : ''}`
}
