import { type SqlBool, sql } from 'kysely'
import type { list } from '../../lists/engine'
import { visible } from '../../people/access'
import { canBeOpened } from './book.json'

/**
 * Of each series in which the viewer has finished a book and has none in progress: the next unread book that can be
 * opened. Most recently read series first.
 */
export const ON_DECK: list.Subset = {
  source: (statement, p) => {
    const next = sql`(select unread.pk ${unreadOf('deck', p)}
      order by unread.number ${statement.reader.dialect.nullsOrder('asc')}, unread.sort_key, unread.pk limit 1)`
    return {
      from: sql`series_progress cross join series as deck`,
      where: sql<SqlBool>`${followed(statement, p, 'deck')} and books.pk = ${next}`,
    }
  },
  order: {
    column: sql`series_progress.last_read_at`,
    nullable: false,
    followedBy: [{ column: sql`series_progress.series_pk`, nullable: false }],
  },
  // Each such series has one book on deck, unless no unread one can be opened.
  total: (statement, p) =>
    sql`select count(*) as total from series_progress cross join series
      where ${followed(statement, p, 'series')} and exists (select 1 ${unreadOf('series', p)}) and ${visible(statement.viewer, 'series.library_pk')}`,
}

/** Books that the viewer has opened. Their own order is that of reading. */
export const OPENED: list.Subset = {
  source: (_statement, p) => ({
    from: sql`read_progress`,
    where: sql<SqlBool>`books.pk = read_progress.book_pk and read_progress.user_pk = ${p.userPk}`,
  }),
  order: {
    column: sql`read_progress.updated_at`,
    nullable: false,
    followedBy: [{ column: sql`read_progress.book_pk`, nullable: false }],
  },
}

/** Begun books. */
export const IN_PROGRESS: list.Subset = { ...OPENED, where: sql`not read_progress.completed` }

/** The books of a series that the viewer has not opened and can open. */
function unreadOf(series: 'series' | 'deck', p: list.ListValues) {
  return sql`from books as unread
      left join read_progress as done on done.book_pk = unread.pk and done.user_pk = ${p.userPk}
      where unread.series_pk = ${sql.ref(`${series}.pk`)} and not unread.deleted and done.pk is null
        and ${canBeOpened('unread')}`
}

/** Series of which the viewer has read some books, and is reading none. */
function followed({ query: { scope } }: list.ListStatement, p: list.ListValues, name: 'series' | 'deck') {
  const own = (column: string) => sql.ref(`${name}.${column}`)
  const parts = [
    sql`${own('pk')} = series_progress.series_pk and series_progress.user_pk = ${p.userPk}
      and series_progress.completed_count > 0 and series_progress.in_progress_count = 0
      and series_progress.completed_count < ${own('book_count')}`,
  ]
  if (scope.library !== undefined) parts.push(sql`${own('library_pk')} = ${p.in_library}`)
  if (scope.series !== undefined) parts.push(sql`${own('pk')} = ${p.in_series}`)
  return sql.join(parts, sql` and `)
}
