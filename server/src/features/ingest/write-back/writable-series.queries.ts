import type { Selectable } from 'kysely'
import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../db'
import type { SeriesTable } from '../../../db/schema/series'
import { externalOf } from '../../catalogue/external'
import { type OwnElsewhere, ownElsewhere } from './own-elsewhere.queries'

/** The columns of a series with live books for writing its series.json. */
export interface WritableSeries
  extends Pick<
    Selectable<SeriesTable>,
    | 'pk'
    | 'id'
    | 'title'
    | 'title_locked'
    | 'title_sort'
    | 'locks'
    | 'path'
    | 'summary'
    | 'publisher'
    | 'imprint'
    | 'year'
    | 'status'
    | 'age'
    | 'language'
    | 'reading_direction'
    | 'total_volume_count'
    | 'total_chapter_count'
    | 'authors'
    | 'custom_metadata'
  > {
  readonly library_id: string
  readonly scanning_config: string | null
  readonly metadata_sources: string | null
  /** The library folder of its top-most book, and that book's path below it. */
  readonly folder_path: string
  readonly book_path: string
  readonly has_other_titles: boolean | number
  /** Whether people have set external ratings. */
  readonly has_own_scores: boolean | number
  /** The kinds of its names, its own and those of its books: genre, tag, author … */
  readonly kinds: readonly string[]
  readonly elsewhere: {
    /** Ids at other sites as they are shown. */
    readonly ids: readonly { readonly source: string; readonly external_id: string }[]
    readonly own: OwnElsewhere
  }
}

/** Series with a chosen and visible book, by id. */
export async function writableSeries(reader: Reader, ids: readonly string[]): Promise<WritableSeries[]> {
  const wanted = reader.dialect.jsonRows<{ id: string }>(JSON.stringify(ids.map(id => ({ id: id.toLowerCase() }))), {
    id: 'text',
  })
  const rows = await reader.query
    .selectFrom('series')
    .innerJoin('libraries', 'libraries.pk', 'series.library_pk')
    .innerJoin('books', join =>
      join.on(
        sql<SqlBool>`books.pk = (
          select one.pk from books as one where one.series_pk = series.pk and not one.deleted
          order by length(one.path) - length(replace(one.path, '/', '')), one.pk limit 1
        )`,
      ),
    )
    .innerJoin('library_folders', 'library_folders.pk', 'books.folder_pk')
    .select(['series.pk', 'series.id', 'series.title', 'series.title_locked', 'series.title_sort', 'series.locks'])
    .select(['series.path', 'series.summary', 'series.publisher', 'series.imprint', 'series.year', 'series.status'])
    .select(['series.age', 'series.language', 'series.reading_direction', 'series.total_volume_count'])
    .select(['series.total_chapter_count', 'series.authors', 'series.custom_metadata'])
    .select(['libraries.id as library_id', 'libraries.scanning_config', 'libraries.metadata_sources'])
    .select(['library_folders.path as folder_path', 'books.path as book_path'])
    .select(
      sql<boolean>`exists (select 1 from alternate_titles where alternate_titles.series_pk = series.pk)`.as(
        'has_other_titles',
      ),
    )
    .select(
      sql<boolean>`exists (select 1 from external_ratings as said where said.series_pk = series.pk
        and said.origin = 'person' and not said.removed)`.as('has_own_scores'),
    )
    .where(sql<SqlBool>`series.id in (select id from ${wanted} as chosen)`)
    .orderBy('series.id')
    .execute()
  if (rows.length === 0) return []
  const names = await reader.query
    .selectFrom('series_facets')
    .innerJoin('facets', 'facets.pk', 'series_facets.facet_pk')
    .innerJoin('series', 'series.pk', 'series_facets.series_pk')
    .select(['series_facets.series_pk', 'facets.kind'])
    .distinct()
    .where(sql<SqlBool>`series.id in (select id from ${wanted} as chosen)`)
    .execute()
  const kinds = Map.groupBy(names, row => row.series_pk)
  const pks = rows.map(({ pk }) => pk)
  const shown = await externalOf(reader, 'external_ids', 'series', pks)
  const own = await ownElsewhere(reader, 'series_pk', pks)
  return rows.map(row => ({
    ...row,
    kinds: (kinds.get(row.pk) ?? []).map(({ kind }) => kind),
    elsewhere: { ids: shown.get(row.pk) ?? [], own: own(row.pk) },
  }))
}
