import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Reader, runSql } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { orderBy, type Sort } from '../../lists/filters'
import { visibilityKey, visible } from '../../people/access'
import { BOOK_SORTS } from './book-fields'
import { type BookPage, pageOfBooks, selectBooks } from './book-list.queries'
import type { BookShape } from './book-row'
import { booksByKeys } from './books-by-keys.queries'

/** A page of one of the viewer's own lists. */
export interface ShelfQuestion {
  readonly libraryPk?: number | undefined
  readonly seriesPk?: number | undefined
  /** Instead of the order that the list has by itself. */
  readonly sort?: Sort | undefined
  readonly page: number
  readonly pageSize: number
}

type Shelf = <Row>(
  reader: Reader,
  viewer: Viewer,
  shape: BookShape<Row>,
  question: ShelfQuestion,
) => Promise<BookPage<Row>>

const NEWEST: Sort = [{ field: 'created_at', direction: 'desc' }]
const LAST_READ: Sort = [{ field: 'last_read', direction: 'desc' }]

/** Books as they were added, the latest first. */
export const recentlyAddedBooks: Shelf = (reader, viewer, shape, { sort = NEWEST, ...question }) =>
  selectBooks(reader, viewer, shape, { ...question, sort })

const opened =
  (subset: 'in progress' | 'opened'): Shelf =>
  (reader, viewer, shape, { libraryPk, seriesPk, sort = LAST_READ, ...page }) =>
    pageOfBooks(reader, viewer, shape, { ...page, scope: { library: libraryPk, series: seriesPk }, subset, sort })

/** Books begun and not finished, the latest read first. */
export const inProgressBooks = opened('in progress')
/** Books opened at all, the latest read first. */
export const recentlyReadBooks = opened('opened')

/**
 * The next unread book of each series in which the viewer has finished one and has none half read,
 * the series last read first.
 */
export const onDeckBooks: Shelf = async (reader, viewer, shape, question) => {
  const { libraryPk, seriesPk, sort, page, pageSize } = question
  const values = {
    userPk: viewer.userPk,
    ...{ libraryPk: libraryPk ?? 0, seriesPk: seriesPk ?? 0, limit: pageSize },
    offset: Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER),
  }
  const scope = [libraryPk === undefined ? '' : 'library', seriesPk === undefined ? '' : 'series', sort ?? '']
  const key = `books.on-deck|${visibilityKey(viewer)}|${JSON.stringify(scope)}`
  const series = (p: typeof values) => {
    const parts: RawBuilder<unknown>[] = [
      sql`series_progress.user_pk = ${p.userPk} and series_progress.completed_count > 0`,
      sql`series_progress.in_progress_count = 0 and series_progress.completed_count < series.book_count`,
      sql`${visible(viewer, 'series.library_pk')}`,
    ]
    if (libraryPk !== undefined) parts.push(sql<SqlBool>`series.library_pk = ${p.libraryPk}`)
    if (seriesPk !== undefined) parts.push(sql<SqlBool>`series.pk = ${p.seriesPk}`)
    return sql`from series_progress inner join series on series.pk = series_progress.series_pk
      where ${sql.join(parts, sql` and `)}`
  }
  const [keys, [count]] = await Promise.all([
    runSql<{ pk: number | null }, typeof values>(reader, key, values, p => {
      const firstUnread = sql`(select unread.pk from books as unread
        left join read_progress as done on done.book_pk = unread.pk and done.user_pk = ${p.userPk}
        where unread.series_pk = series.pk and not unread.deleted and done.pk is null
        order by unread.number ${reader.dialect.nullsOrder('asc')}, unread.sort_key, unread.pk limit 1)`
      const deck = sql`select ${firstUnread} as pk ${series(p)}`
      if (!sort) {
        return sql`${deck} order by series_progress.last_read_at desc, series_progress.series_pk desc
          limit ${p.limit} offset ${p.offset}`
      }
      return sql`select books.pk from (${deck}) as deck inner join books on books.pk = deck.pk
        inner join series on series.pk = books.series_pk
        left join read_progress on read_progress.book_pk = books.pk and read_progress.user_pk = ${p.userPk}
        order by ${orderBy(reader, BOOK_SORTS, sort, sql`books.pk`)} limit ${p.limit} offset ${p.offset}`
    }),
    runSql<{ total: number }, typeof values>(reader, `${key}|count`, values, p => {
      return sql`select count(*) as total ${series(p)}`
    }),
  ])
  const pks = keys.flatMap(({ pk }) => pk ?? [])
  return { rows: await booksByKeys(reader, viewer, shape, pks), total: count?.total ?? 0 }
}
