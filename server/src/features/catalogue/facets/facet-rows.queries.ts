import { sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import { type Viewer, visibilityKey } from '../../../kernel/viewer'
import { visible } from '../../people/access'
import { isOfSeries } from './facet-condition'

/** Limit of counted books per name in lists of names. */
export const MOST_BOOKS_COUNTED = 500

/** A name in a list. */
export interface FacetRow {
  readonly pk: number
  readonly id: string
  readonly kind: string
  readonly name: string
  readonly sort_name: string | null
  readonly cover_version: string | null
  readonly thumb_hash: string | null
  /** Number of visible books, at most `MOST_BOOKS_COUNTED` and one. */
  readonly book_count: number
  /** The first visible series. */
  readonly series_id: string | null
}

/** Names by key, in the order of the given keys. */
export async function facetsByKeys(reader: Reader, viewer: Viewer, pks: readonly number[]): Promise<FacetRow[]> {
  if (pks.length === 0) return []
  const values = { chosen: JSON.stringify(pks.map(pk => ({ pk }))) }
  const rows = await runPrepared<FacetRow, typeof values>(
    reader,
    `facets.rows|${visibilityKey(viewer)}`,
    values,
    p => sql`select facets.pk, facets.id, facets.kind, facets.name, facets.sort_name, facets.cover_version,
        facets.thumb_hash,
        case when facets.kind in ('genre', 'tag') then (select cast(coalesce(sum(counted.book_count), 0) as integer) from (
          select series.book_count from series_facets cross join series where series_facets.facet_pk = facets.pk
          and series.pk = series_facets.series_pk and series.book_count > 0 and ${visible(viewer, 'series.library_pk')}
          limit ${sql.lit(MOST_BOOKS_COUNTED + 1)}) as counted)
        else (select count(*) from (select 1 from book_facets cross join books where book_facets.facet_pk = facets.pk
          and books.pk = book_facets.book_pk and not books.deleted and ${visible(viewer, 'books.library_pk')}
          limit ${sql.lit(MOST_BOOKS_COUNTED + 1)}) as counted) end as book_count,
        (select series.id from series_facets cross join series where series_facets.facet_pk = facets.pk
          and series.pk = series_facets.series_pk and series.book_count > 0 and ${visible(viewer, 'series.library_pk')}
          order by series_facets.series_pk limit 1) as series_id
      from ${reader.dialect.jsonRows<{ pk: number }>(p.chosen, { pk: 'bigint' })} as chosen
        cross join facets where facets.pk = chosen.pk`,
  )
  const byKey = new Map(rows.map(row => [row.pk, row]))
  return pks.flatMap(pk => byKey.get(pk) ?? [])
}

/** Details of a name. */
export interface FacetFacts {
  readonly pk: number
  readonly id: string
  readonly kind: string
  readonly name: string
  readonly sort_name: string | null
  readonly description: string | null
  readonly links: string | null
  readonly updated_at: number | null
}

/** A name by its id, or by an alias's, without an access check; null if missing. */
export async function findFacet(
  { query }: { readonly query: Pick<Reader['query'], 'selectFrom'> },
  kind: string,
  id: string,
): Promise<FacetFacts | null> {
  const row = await query
    .selectFrom('facets as named')
    .innerJoin('facets', join => join.on(sql<boolean>`facets.pk = coalesce(named.alias_of, named.pk)`))
    .select(['facets.pk', 'facets.id', 'facets.kind', 'facets.name', 'facets.sort_name'])
    .select(['facets.description', 'facets.links', 'facets.updated_at'])
    .where('named.id', '=', id.toLowerCase())
    .where('named.kind', '=', kind)
    .executeTakeFirst()
  return row ?? null
}

/** Number of visible series with a name. */
export async function seriesOfFacet(reader: Reader, viewer: Viewer, pk: number): Promise<number> {
  const values = { pk }
  const [row] = await runPrepared<{ count: number }, typeof values>(
    reader,
    `facets.series|${visibilityKey(viewer)}`,
    values,
    p => sql`select count(*) as count from series_facets cross join series where series_facets.facet_pk = ${p.pk}
      and series.pk = series_facets.series_pk and series.book_count > 0 and ${visible(viewer, 'series.library_pk')}`,
  )
  return row?.count ?? 0
}

/** Links per counting statement. */
const STEP = 10_000

/** Number of visible books with a name: the length of a list filtered by it. */
export async function booksOfFacet(
  reader: Reader,
  viewer: Viewer,
  { pk, kind }: { readonly pk: number; readonly kind: string },
): Promise<number> {
  if (isOfSeries(kind)) {
    const values = { pk }
    const [row] = await runPrepared<{ count: number }, typeof values>(
      reader,
      `facets.books-of-series|${visibilityKey(viewer)}`,
      values,
      p => sql`select cast(coalesce(sum(series.book_count), 0) as integer) as count from series_facets cross join series
        where series_facets.facet_pk = ${p.pk} and series.pk = series_facets.series_pk and series.book_count > 0
          and ${visible(viewer, 'series.library_pk')}`,
    )
    return row?.count ?? 0
  }
  let books = 0
  for (let after: number | null = 0; after !== null; ) {
    const values: { pk: number; after: number } = { pk, after }
    const [step] = await runPrepared<{ count: number; links: number; last: number | null }, typeof values>(
      reader,
      `facets.books|${visibilityKey(viewer)}`,
      values,
      p => sql`select count(*) as links, max(step.book_pk) as last, (select count(*) from (${stepOf(p)}) as seen
          cross join books where books.pk = seen.book_pk and not books.deleted and ${visible(viewer, 'books.library_pk')}
        ) as count from (${stepOf(p)}) as step`,
    )
    books += step?.count ?? 0
    after = step && step.links === STEP ? step.last : null
  }
  return books
}

function stepOf(p: { readonly pk: unknown; readonly after: unknown }) {
  return sql`select book_pk from book_facets where facet_pk = ${p.pk} and book_pk > ${p.after}
    order by book_pk limit ${sql.lit(STEP)}`
}

/** Whether a visible book or series has a name. */
export async function isFacetSeen(reader: Reader, viewer: Viewer, pk: number): Promise<boolean> {
  const values = { pk }
  const [row] = await runPrepared<{ seen: number }, typeof values>(
    reader,
    `facets.seen|${visibilityKey(viewer)}`,
    values,
    p => sql`select 1 as seen from series_facets cross join series where series_facets.facet_pk = ${p.pk}
        and series.pk = series_facets.series_pk and series.book_count > 0 and ${visible(viewer, 'series.library_pk')}
      union all select 1 from book_facets cross join books where book_facets.facet_pk = ${p.pk}
        and books.pk = book_facets.book_pk and not books.deleted and ${visible(viewer, 'books.library_pk')} limit 1`,
  )
  return row !== undefined
}

export interface AliasRow {
  readonly id: string
  readonly name: string
}

/** Aliases of a name, sorted. */
export function aliasesOf(
  { query }: { readonly query: Pick<Reader['query'], 'selectFrom'> },
  pk: number,
): Promise<(AliasRow & { readonly pk: number; readonly name_key: string })[]> {
  return query
    .selectFrom('facets')
    .select(['pk', 'id', 'name', 'name_key'])
    .where('alias_of', 'is not', null)
    .where('alias_of', '=', pk)
    .orderBy('sort_key')
    .orderBy('pk')
    .execute()
}

/** Ids of names by kind and key, through aliases: used after a write. */
export async function facetsByName(
  reader: Reader,
  kind: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, FacetFacts>> {
  if (keys.length === 0) return new Map()
  const rows = await reader.query
    .selectFrom('facets as named')
    .innerJoin('facets', join => join.on(sql<boolean>`facets.pk = coalesce(named.alias_of, named.pk)`))
    .select(['facets.pk', 'facets.id', 'facets.kind', 'facets.name', 'facets.sort_name', 'named.name_key'])
    .select(['facets.description', 'facets.links', 'facets.updated_at'])
    .where('named.kind', '=', kind)
    .where('named.name_key', 'in', [...keys])
    .execute()
  return new Map(rows.map(row => [row.name_key, row]))
}
