import type { RecommendationCauseDto } from '@octavo/contract/recommendation'
import { sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { visibilityKey, visible } from '../../people/access'

/** A series that recommendations are based on. */
export interface Seed {
  readonly pk: number
  readonly id: string
  readonly title: string
  /** The viewer's rating, 1 to 100; null if unrated. */
  readonly rating: number | null
}

/** Series that the viewer has read and does not dislike: best rated first, then most recently read. */
export function seedsOf(reader: Reader, viewer: Viewer): Promise<Seed[]> {
  return runPrepared<Seed, { userPk: number }>(
    reader,
    `recommendations.seeds|${visibilityKey(viewer)}`,
    { userPk: viewer.userPk },
    p => sql<Seed>`select * from (
        select series.pk, series.id, series.title, ratings.rating, series_progress.last_read_at
        from series_progress inner join series on series.pk = series_progress.series_pk
          left join ratings on ratings.user_pk = ${p.userPk} and ratings.series_pk = series.pk
        where series_progress.user_pk = ${p.userPk} and series.book_count > 0
          and (series_progress.completed_count > 0 or series_progress.in_progress_count > 0)
          and ${visible(viewer, 'series.library_pk')}
        order by series_progress.last_read_at desc limit ${sql.lit(LATELY)}) as lately
      where rating is null or rating >= ${sql.lit(LIKED)}
      order by case when rating is null then 1 else 0 end, rating desc, last_read_at desc limit ${sql.lit(SEEDS)}`,
  )
}

/** Of the most recently read, at most this many. */
const LATELY = 200
const SEEDS = 12
/** From this rating on, the viewer likes a series. */
const LIKED = 50

export interface SharedName {
  readonly facet_pk: number
  readonly kind: Exclude<RecommendationCauseDto['kind'], 'collection'>
  readonly name: string
  readonly seed_pk: number
  /** Number of visible series with the name, up to a limit. */
  readonly count: number
}

/** Specific names of the seeds: very common ones tell little and are slow. */
export function namesOfSeeds(reader: Reader, viewer: Viewer, seedPks: readonly number[]): Promise<SharedName[]> {
  return runPrepared<SharedName, { seeds: string }>(
    reader,
    `recommendations.names|${visibilityKey(viewer)}`,
    { seeds: JSON.stringify(seedPks.map(pk => ({ pk }))) },
    p => sql<SharedName>`select facet_pk, kind, name, seed_pk, count from (
        select facets.pk as facet_pk, facets.kind, facets.name, seeds.pk as seed_pk,
          (select count(*) from (select 1 as one from series_facets as others cross join series
            where others.facet_pk = facets.pk and series.pk = others.series_pk
              and ${visible(viewer, 'series.library_pk')} limit ${sql.lit(COMMON)}) as counted) as count
        from ${reader.dialect.jsonRows<{ pk: number }>(p.seeds, { pk: 'bigint' })} as seeds
          cross join series_facets cross join facets
        where series_facets.series_pk = seeds.pk and facets.pk = series_facets.facet_pk
          and facets.kind in ('author', 'genre', 'tag')) as named
      where count > 1 and count < ${sql.lit(COMMON)} order by count limit ${sql.lit(MOST_NAMES)}`,
  )
}

const COMMON = 400
const MOST_NAMES = 60

/** Visible series with these names that the viewer has not begun, wanted, rated or dismissed. */
export function seriesWithNames(
  reader: Reader,
  viewer: Viewer,
  facetPks: readonly number[],
): Promise<{ readonly series_pk: number; readonly facet_pk: number }[]> {
  return runPrepared(
    reader,
    `recommendations.candidates|${visibilityKey(viewer)}`,
    { userPk: viewer.userPk, facets: JSON.stringify(facetPks.map(pk => ({ pk }))) },
    p => sql<{ series_pk: number; facet_pk: number }>`select series_facets.series_pk, series_facets.facet_pk
      from ${reader.dialect.jsonRows<{ pk: number }>(p.facets, { pk: 'bigint' })} as given
        cross join series_facets cross join series
      where series_facets.facet_pk = given.pk and series.pk = series_facets.series_pk and ${isNew(viewer, p.userPk)}`,
  )
}

/** The same for series in a common list with a seed. */
export function seriesInLists(
  reader: Reader,
  viewer: Viewer,
  listPks: readonly number[],
  seedPks: readonly number[],
): Promise<{ readonly series_pk: number; readonly list_pk: number; readonly seed_pk: number }[]> {
  return runPrepared(
    reader,
    `recommendations.lists|${visibilityKey(viewer)}`,
    {
      userPk: viewer.userPk,
      lists: JSON.stringify(listPks),
      seeds: JSON.stringify(seedPks),
    },
    p => sql<{ series_pk: number; list_pk: number; seed_pk: number }>`
      select other.series_pk, other.list_pk, seed.series_pk as seed_pk
      from collection_series as seed inner join collection_series as other on other.list_pk = seed.list_pk
        inner join series on series.pk = other.series_pk
      where ${reader.dialect.isKeyOf(sql.ref('seed.series_pk'), p.seeds)}
        and ${reader.dialect.isKeyOf(sql.ref('seed.list_pk'), p.lists)}
        and other.series_pk <> seed.series_pk and ${isNew(viewer, p.userPk)} limit ${sql.lit(MOST_OF_LISTS)}`,
  )
}

const MOST_OF_LISTS = 2000

function isNew(viewer: Viewer, userPk: unknown) {
  const none = (table: string) => sql`not exists (select 1 from ${sql.table(table)} as known
    where known.user_pk = ${userPk} and known.series_pk = series.pk)`
  return sql`series.book_count > 0 and ${visible(viewer, 'series.library_pk')} and ${none('series_progress')}
    and ${none('want_to_read')} and ${none('ratings')} and ${none('dismissed_recommendations')}`
}

/** The series with an id, if it is visible to the viewer. */
export function findVisibleSeries(
  reader: Reader,
  viewer: Viewer,
  id: string,
): Promise<{ readonly pk: number } | undefined> {
  return reader.query
    .selectFrom('series')
    .select('pk')
    .where('id', '=', id.toLowerCase())
    .where(visible(viewer, 'series.library_pk'))
    .executeTakeFirst()
}
