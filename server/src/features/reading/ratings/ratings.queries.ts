import { sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { externalOf } from '../../catalogue/external'
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

/** The viewer's rating of one visible series or book. */
export async function ownRating(
  reader: Reader,
  viewer: Viewer,
  column: RatedColumn,
  pk: number,
): Promise<RatingRow | null> {
  const [row] = await runPrepared<RatingRow, { userPk: number; pk: number }>(
    reader,
    `ratings.one-${column}|${visibilityKey(viewer)}`,
    { userPk: viewer.userPk, pk },
    p =>
      sql<RatingRow>`select ${ROW} from ${seen(viewer, column, p.userPk)} and ${sql.ref(`ratings.${column}`)} = ${p.pk}`,
  )
  return row ?? null
}

/** A page of the viewer's ratings of visible series or books, newest first; only of those with `ids`, unless null. */
export async function ownRatings(
  reader: Reader,
  viewer: Viewer,
  column: RatedColumn,
  { ids, page, pageSize }: { readonly ids: readonly string[] | null; readonly page: number; readonly pageSize: number },
): Promise<{ readonly rows: readonly RatingRow[]; readonly total: number }> {
  const table = tableOf(column)
  const values = {
    ...{ userPk: viewer.userPk, limit: pageSize, offset: Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER) },
    ids: JSON.stringify((ids ?? []).map(id => ({ id: id.toLowerCase() }))),
  }
  const rated = (p: { readonly userPk: number; readonly ids: string }) => {
    const wanted = reader.dialect.jsonRows<{ id: string }>(p.ids, { id: 'text' })
    const chosen = ids === null ? sql`` : sql` and ${sql.ref(`${table}.id`)} in (select id from ${wanted} as chosen)`
    return sql`from ${seen(viewer, column, p.userPk)} and ${liveOf(column)}${chosen}`
  }
  const key = `${table}-${ids === null ? 'all' : 'chosen'}|${visibilityKey(viewer)}`
  const rows = await runPrepared<RatingRow, typeof values>(
    reader,
    `ratings.page-${key}`,
    values,
    p => sql<RatingRow>`select ${ROW} ${rated(p)}
      order by ratings.updated_at desc, ratings.pk desc limit ${p.limit} offset ${p.offset}`,
  )
  const [counted] = await runPrepared<{ total: number }, typeof values>(
    reader,
    `ratings.count-${key}`,
    values,
    p => sql<{ total: number }>`select count(*) as total ${rated(p)}`,
  )
  return { rows, total: Number(counted?.total ?? 0) }
}

export interface OthersRatings {
  /** Of the series or book. */
  readonly id: string
  readonly average: number | null
  readonly count: number
  /** The average of those at other sites. */
  readonly external: number | null
}

/** Ratings by others of the visible series or books among `ids`; without those that have none. */
export async function ratingsByOthers(
  reader: Reader,
  viewer: Viewer,
  column: RatedColumn,
  ids: readonly string[],
): Promise<readonly OthersRatings[]> {
  const table = tableOf(column)
  const values = { ids: JSON.stringify(ids.map(id => ({ id: id.toLowerCase() }))) }
  const rows = await runPrepared<Omit<OthersRatings, 'external'> & { readonly pk: number }, typeof values>(
    reader,
    `ratings.by-others-${table}|${visibilityKey(viewer)}`,
    values,
    p => sql`select ${sql.ref(`${table}.pk`)} as pk, ${sql.ref(`${table}.id`)} as id, average_ratings.average,
        coalesce(average_ratings.count, 0) as count
      from ${sql.table(table)}
        left join average_ratings on ${sql.ref(`average_ratings.${column}`)} = ${sql.ref(`${table}.pk`)}
      where ${sql.ref(`${table}.id`)} in
          (select id from ${reader.dialect.jsonRows<{ id: string }>(p.ids, { id: 'text' })} as chosen)
        and ${visible(viewer, `${table}.library_pk`)} and ${liveOf(column)}`,
  )
  const kind = column === 'series_pk' ? 'series' : 'book'
  const said = await externalOf(
    reader,
    'external_ratings',
    kind,
    rows.map(({ pk }) => pk),
  )
  return rows.flatMap(({ pk, id, average, count }) => {
    const external = mean((said.get(pk) ?? []).map(({ rating }) => rating))
    return average === null && external === null ? [] : { id, average, count: Number(count), external }
  })
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

const ROW = sql`ratings.id, item.id as item_id, ratings.rating, ratings.notes, ratings.created_at, ratings.updated_at`
const liveOf = (column: RatedColumn) => (column === 'series_pk' ? sql`series.book_count > 0` : sql`not books.deleted`)
const tableOf = (column: RatedColumn) => (column === 'series_pk' ? 'series' : 'books')

/** A user's ratings, restricted to visible items. */
function seen(viewer: Viewer, column: RatedColumn, userPk: unknown) {
  const table = tableOf(column)
  return sql`ratings cross join ${sql.table(table)} cross join ${sql.table(table)} as item
    where ratings.user_pk = ${userPk} and ${sql.ref(`${table}.pk`)} = ${sql.ref(`ratings.${column}`)}
      and item.pk = ${sql.ref(`${table}.pk`)} and ${visible(viewer, `${table}.library_pk`)}`
}

/** The average rating of a series or book; null without one. The caller has checked access. */
export async function averageOf(
  reader: Reader,
  column: RatedColumn,
  pk: number,
): Promise<{ readonly average: number | null; readonly count: number }> {
  const [row] = await runPrepared<{ average: number; count: number }, { pk: number }>(
    reader,
    `ratings.average-${column}`,
    { pk },
    p => sql`select average, count from average_ratings where ${sql.ref(column)} = ${p.pk}`,
  )
  return row ?? { average: null, count: 0 }
}
