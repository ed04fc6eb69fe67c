import { answers, rowAnswers } from './field-schemas'
import { Int32, Int64, nullable, numeral, Timestamp, Uuid } from './ids'
import { FullQuery, PageQuery, paginated, SortQuery } from './paging'
import { json, route, text } from './route'
import { SERIES_FIELD_REGISTRY } from './series-fields'
import * as z from './zod'

/** The values of a series that a person may change and that are stored unchanged, with its title. */
export const SeriesValues = { title: z.string(), ...answers(SERIES_FIELD_REGISTRY) }

export const SeriesDto = z
  .object({
    id: Uuid,
    libraryId: Uuid,
    libraryName: z.string(),
    title: z.string(),
    authors: nullable(
      z.string().meta({
        description:
          'The first three, in one line; only in libraries with a folder for each author, and for novels outside a series',
      }),
    ),
    ...rowAnswers(SERIES_FIELD_REGISTRY),
    path: nullable(z.string()),
    bookCount: Int64,
    unreadCount: nullable(Int64),
    volumesOwned: nullable(Int64),
    localMaxVolume: nullable(Int32),
    localMaxChapter: nullable(z.number().meta({ format: 'float' })),
    upstreamChapterGap: nullable(z.number().meta({ format: 'float' })),
    upstreamVolumeGap: nullable(Int32),
    upstreamGapProvider: nullable(z.string()),
    tracked: z.boolean(),
    wantToRead: nullable(z.boolean()),
    hasCustomCover: nullable(z.boolean()),
    selectedCoverSource: nullable(z.string()),
    thumbHash: nullable(
      z.string().meta({ description: 'ThumbHash of the cover in base64: a placeholder while it loads' }),
    ),
    mainColor: nullable(z.string().meta({ description: 'Main colour of the cover, #rrggbb' })),
    coverVersion: nullable(
      z.string().meta({ description: 'Changes with the cover; append it to the thumbnail address' }),
    ),
    drawnCover: z.string().optional().meta({
      description: 'Names the cover that is drawn when there is no image; append it to the thumbnail address',
    }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'SeriesDto' })
export type SeriesDto = z.infer<typeof SeriesDto>

/** A tree of `allOf`, `anyOf` and one-field objects; the list validates its fields and operators. */
export const SeriesCondition = z.record(z.string(), z.unknown()).meta({ id: 'SeriesCondition' })

export const SeriesListRequest = z
  .object({
    condition: SeriesCondition.nullable().optional(),
    fullTextSearch: nullable(z.string().max(500)),
  })
  .meta({ id: 'SeriesListRequest' })
export type SeriesListRequest = z.infer<typeof SeriesListRequest>

export const AlphabeticalGroupDto = z
  .object({
    /** The first character of sort titles, without case and accents; `#` for titles without one. */
    group: z.string(),
    count: Int64,
  })
  .meta({ id: 'AlphabeticalGroupDto' })
export type AlphabeticalGroupDto = z.infer<typeof AlphabeticalGroupDto>

export const SearchSeriesRequest = z
  .object({
    query: z.string().max(500),
    libraryId: Uuid.nullable().optional(),
    full: z.boolean().optional().meta({ deprecated: true }),
  })
  .meta({ id: 'SearchSeriesRequest' })

const SeriesPage = json(paginated('SeriesDto', SeriesDto))
const ListQuery = PageQuery.extend(SortQuery.shape)
/** Comma-separated names; a series must have them all. */
const NamesQuery = ListQuery.extend({ genres: z.string().max(1000).optional(), tags: z.string().max(1000).optional() })
export const SeriesQuery = NamesQuery.extend({ libraryId: Uuid.optional() })
export const LibraryNewestQuery = FullQuery.extend({
  limit: numeral(z.int().min(1).max(500)).default(50),
})
const NewestQuery = LibraryNewestQuery.extend({ libraryId: Uuid.optional() })

export const listSeries = route({
  id: 'list_series',
  method: 'get',
  path: '/api/v1/series',
  tag: 'Series',
  summary: 'Series, all or of one library',
  access: 'series-read',
  query: SeriesQuery.extend(FullQuery.shape),
  status: 200,
  payload: SeriesPage,
  also: [304],
})

export const listSeriesFiltered = route({
  id: 'list_series_filtered',
  method: 'post',
  path: '/api/v1/series/list',
  tag: 'Series',
  summary: 'Series that match a condition',
  access: 'series-read',
  reads: true,
  query: ListQuery.extend(FullQuery.shape),
  body: SeriesListRequest,
  bodyOptional: true,
  status: 200,
  payload: SeriesPage,
})

export const listSeriesGroups = route({
  id: 'list_series_alphabetical_groups',
  method: 'post',
  path: '/api/v1/series/list/alphabetical-groups',
  tag: 'Series',
  summary: 'Number of series that match a condition by first character',
  access: 'series-read',
  reads: true,
  body: SeriesListRequest,
  bodyOptional: true,
  status: 200,
  payload: json(z.array(AlphabeticalGroupDto)),
})

export const searchSeries = route({
  id: 'search_series',
  method: 'post',
  path: '/api/v1/series/search',
  tag: 'Series',
  summary: 'The 50 series that best match a query',
  access: 'series-read',
  reads: true,
  body: SearchSeriesRequest,
  status: 200,
  payload: json(z.array(SeriesDto)),
})

export const listLibrarySeries = route({
  id: 'list_library_series',
  method: 'get',
  path: '/api/v1/libraries/{library_id}/series',
  tag: 'Series',
  summary: 'Series of a library',
  access: 'series-read',
  params: z.object({ library_id: Uuid }),
  query: NamesQuery.extend(FullQuery.shape),
  status: 200,
  payload: SeriesPage,
  also: [304],
  errors: [404],
})

export const listRecentlyAddedSeries = route({
  id: 'list_recently_added_series',
  method: 'get',
  path: '/api/v1/series/recently-added',
  tag: 'Series',
  summary: 'Series, newest first',
  access: 'series-read',
  query: NewestQuery,
  status: 200,
  payload: json(z.array(SeriesDto)),
  also: [304],
})

export const listRecentlyUpdatedSeries = route({
  id: 'list_recently_updated_series',
  method: 'get',
  path: '/api/v1/series/recently-updated',
  tag: 'Series',
  summary: 'Series, most recently changed first',
  access: 'series-read',
  query: NewestQuery,
  status: 200,
  payload: json(z.array(SeriesDto)),
  also: [304],
})

export const listInProgressSeries = route({
  id: 'list_in_progress_series',
  method: 'get',
  path: '/api/v1/series/in-progress',
  tag: 'Series',
  summary: 'Series the caller has started and not finished, most recently read first',
  access: 'series-read',
  query: FullQuery.extend({ libraryId: Uuid.optional() }),
  status: 200,
  payload: json(z.array(SeriesDto)),
  also: [304],
})

export const getSeries = route({
  id: 'get_series',
  method: 'get',
  path: '/api/v1/series/{series_id}',
  tag: 'Series',
  summary: 'One series',
  access: 'series-read',
  params: z.object({ series_id: Uuid }),
  query: FullQuery,
  status: 200,
  payload: json(SeriesDto),
  also: [304],
  errors: [404],
})

export const purgeSeriesDeletedBooks = route({
  id: 'purge_series_deleted_books',
  method: 'delete',
  path: '/api/v1/series/{series_id}/purge-deleted',
  tag: 'Series',
  summary: "Purge the missing books of a series, with everyone's progress",
  access: 'series-write',
  params: z.object({ series_id: Uuid }),
  status: 200,
  payload: text(Int64.meta({ description: 'Books deleted' })),
  errors: [404],
})
