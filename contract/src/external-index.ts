import { Int32, Int64, nullable, Uuid } from './ids'
import { FullQuery, PageQuery, paginated, SortQuery } from './paging'
import { json, route } from './route'
import * as z from './zod'

export const SeriesExternalIdRefDto = z
  .object({ source: z.string(), externalId: z.string(), externalUrl: nullable(z.string()) })
  .meta({ id: 'SeriesExternalIdRefDto' })

export const SeriesExternalIndexDto = z
  .object({
    id: Uuid,
    externalIds: z.array(SeriesExternalIdRefDto),
    localMaxVolume: nullable(Int32),
    localMaxChapter: nullable(z.number().meta({ format: 'float' })),
    volumesOwned: nullable(Int64),
  })
  .meta({ id: 'SeriesExternalIndexDto' })
export type SeriesExternalIndexDto = z.infer<typeof SeriesExternalIndexDto>

export const listSeriesExternalIndex = route({
  id: 'list_series_external_index',
  method: 'get',
  path: '/api/v1/series/external-index',
  tag: 'Series',
  summary: 'External ids of all series, with the extent of each: a small index for discovery tools',
  access: 'series-read',
  query: PageQuery.extend(SortQuery.shape).extend(FullQuery.shape),
  status: 200,
  payload: json(paginated('SeriesExternalIndexDto', SeriesExternalIndexDto)),
  also: [304],
})
