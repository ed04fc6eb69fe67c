import { type SqlBool, sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'

/** How often the viewer finished a book, and when last. */
export interface Readings {
  readonly count: number
  readonly last_at: number
}

/** The viewer's finished readings of books by key; the caller has checked access. */
export async function readingsOf(
  reader: Reader,
  viewer: Viewer,
  bookPks: readonly number[],
): Promise<ReadonlyMap<number, Readings>> {
  if (bookPks.length === 0) return new Map()
  const values = { userPk: viewer.userPk, books: JSON.stringify(bookPks) }
  const rows = await runPrepared(reader, 'books.readings', values, (p, query) =>
    query
      .selectFrom('readings')
      .where('user_pk', '=', p.userPk)
      .where(reader.dialect.isKeyOf(sql.ref('book_pk'), p.books))
      .where(sql<SqlBool>`completed`)
      .groupBy('book_pk')
      .select('book_pk as pk')
      .select(eb => [eb.fn.countAll<number>().as('count'), eb.fn.max<number>('ended_at').as('last_at')]),
  )
  return new Map(rows.map(row => [row.pk, row]))
}
