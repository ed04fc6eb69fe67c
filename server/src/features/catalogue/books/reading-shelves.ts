import { type SqlBool, sql } from 'kysely'
import type { list } from '../../lists/engine'
import { canBeOpened } from './book.json'

/**
 * Of each series in which the viewer has finished a book and has none in progress: the next unread book that can be
 * opened. Most recently read series first.
 */
export const ON_DECK: list.Subset = {
  source: ({ reader }, p) => ({
    from: sql`series_progress cross join series as deck`,
    where: sql<SqlBool>`deck.pk = series_progress.series_pk and series_progress.user_pk = ${p.userPk}
      and series_progress.completed_count > 0 and series_progress.in_progress_count = 0
      and series_progress.completed_count < deck.book_count
      and books.pk = (select unread.pk from books as unread
        left join read_progress as done on done.book_pk = unread.pk and done.user_pk = ${p.userPk}
        where unread.series_pk = deck.pk and not unread.deleted and done.pk is null and ${canBeOpened('unread')}
        order by unread.number ${reader.dialect.nullsOrder('asc')}, unread.sort_key, unread.pk limit 1)`,
  }),
  order: {
    column: sql`series_progress.last_read_at`,
    nullable: false,
    followedBy: [{ column: sql`series_progress.series_pk`, nullable: false }],
  },
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
