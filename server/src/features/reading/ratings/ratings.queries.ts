import { sql } from 'kysely'
import { type Reader, runSql } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { visibilityKey, visible } from '../../people/access'
import type { RatedColumn } from './ratings.store'

export interface RatingRow {
  readonly id: string
  /** Of the series or book. */
  readonly item_id: string
  readonly rating: number
  readonly notes: string | null
  readonly created_at: number
  readonly updated_at: number
}

/** The viewer's ratings of series or books that they see, the newest first; of one with `pk`. */
export function ownRatings(
  reader: Reader,
  viewer: Viewer,
  column: RatedColumn,
  pk: number | null = null,
): Promise<RatingRow[]> {
  const table = column === 'series_pk' ? 'series' : 'books'
  const live = column === 'series_pk' ? sql`series.book_count > 0` : sql`not books.deleted`
  const one = pk === null ? 'all' : 'one'
  return runSql<RatingRow, { userPk: number; pk: number }>(
    reader,
    `ratings.${one}-${table}|${visibilityKey(viewer)}`,
    { userPk: viewer.userPk, pk: pk ?? 0 },
    p => sql<RatingRow>`select ratings.id, item.id as item_id, ratings.rating, ratings.notes,
        ratings.created_at, ratings.updated_at
      from ratings cross join ${sql.table(table)} cross join ${sql.table(table)} as item
      where ratings.user_pk = ${p.userPk} and ${sql.ref(`${table}.pk`)} = ${sql.ref(`ratings.${column}`)}
        and item.pk = ${sql.ref(`${table}.pk`)} and ${pk === null ? live : sql`${sql.ref(`ratings.${column}`)} = ${p.pk}`}
        and ${visible(viewer, `${table}.library_pk`)}
      order by ratings.updated_at desc, ratings.pk desc`,
  )
}

/** The average of the ratings of a series or book that the caller has already been allowed to see; null without one. */
export async function averageOf(
  reader: Reader,
  column: RatedColumn,
  pk: number,
): Promise<{ readonly average: number | null; readonly count: number }> {
  const [row] = await runSql<{ total: number | null; count: number }, { pk: number }>(
    reader,
    `ratings.average-${column}`,
    { pk },
    p => sql`select cast(sum(rating) as bigint) as total, count(*) as count from ratings
      where ${sql.ref(column)} = ${p.pk}`,
  )
  const count = Number(row?.count ?? 0)
  return { average: count === 0 ? null : Number(row?.total ?? 0) / count, count }
}
