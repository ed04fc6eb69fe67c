import { BookAuthorDto } from './book'
import { without } from './field-schemas'
import { SeriesFileFacts } from './file-facts'
import { GenreDto, TagDto } from './genre'
import { Int64, nullable, Timestamp, Uuid } from './ids'
import { MetadataLocks } from './locks'
import { paginated } from './paging'
import { json, route } from './route'
import { SeriesDto, SeriesQuery, SeriesValues } from './series'
import { AlternateTitleDto, ExternalLinkDto, ExternalRatingDto, SeriesExternalIdDto } from './series-side'
import * as z from './zod'

export const SeriesFullMetadata = z
  .object({
    ...SeriesValues,
    authors: nullable(z.array(BookAuthorDto)),
    customMetadata: nullable(z.record(z.string(), z.unknown())),
    locks: MetadataLocks,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'SeriesFullMetadata' })
export type SeriesFullMetadata = z.infer<typeof SeriesFullMetadata>

export const FullSeriesResponse = z
  .object({
    ...without(SeriesDto.shape, SeriesValues),
    readCount: Int64.meta({ description: 'How often the caller has finished every book of the series' }),
    lastCompletedAt: nullable(Timestamp),
    metadata: SeriesFullMetadata,
    genres: z.array(GenreDto),
    tags: z.array(TagDto),
    alternateTitles: z.array(AlternateTitleDto),
    externalIds: z.array(SeriesExternalIdDto),
    externalLinks: z.array(ExternalLinkDto),
    externalRatings: z.array(ExternalRatingDto),
    ...SeriesFileFacts,
  })
  .meta({ id: 'FullSeriesResponse' })
export type FullSeriesResponse = z.infer<typeof FullSeriesResponse>

export const listSeriesFull = route({
  id: 'list_series_full',
  method: 'get',
  path: '/api/v1/series/full',
  tag: 'Series',
  summary: 'Series with full metadata, all or of one library',
  access: 'series-read',
  query: SeriesQuery,
  status: 200,
  payload: json(paginated('FullSeriesResponse', FullSeriesResponse)),
  also: [304],
})

export const getSeriesFull = route({
  id: 'get_series_full',
  method: 'get',
  path: '/api/v1/series/{series_id}/full',
  tag: 'Series',
  summary: 'One series with full metadata',
  access: 'series-read',
  params: z.object({ series_id: Uuid }),
  status: 200,
  payload: json(FullSeriesResponse),
  also: [304],
  errors: [404],
})
