import { Int32, nullable, Timestamp, Uuid } from './ids'
import { json, nothing, route } from './route'
import { SeriesDto } from './series'
import * as z from './zod'

/** The source of recommendations from the caller's own reading. */
export const OWN_SOURCE = 'local'

export const RecommendationBasis = z.enum(['author', 'genre', 'tag', 'collection']).meta({ id: 'RecommendationBasis' })

export const RecommendationCauseDto = z
  .object({
    seriesId: Uuid.meta({ description: 'A series that the caller has read or rated' }),
    seriesTitle: z.string(),
    kind: RecommendationBasis,
    names: z.array(z.string()).meta({ description: 'What both have in common' }),
  })
  .meta({ id: 'RecommendationCauseDto' })
export type RecommendationCauseDto = z.infer<typeof RecommendationCauseDto>

const RecommendationTagDto = z
  .object({ name: z.string(), rank: Int32, category: z.string() })
  .meta({ id: 'RecommendationTagDto' })

export const RecommendationDto = z
  .object({
    externalId: z.string(),
    source: z.string().optional(),
    sourcePlugin: z.string().optional(),
    title: z.string(),
    reason: z.string(),
    score: z.number().meta({ format: 'double' }),
    basedOn: z.array(z.string()).optional(),
    codexSeriesId: nullable(z.string()),
    inCodex: z.boolean().optional(),
    inLibrary: z.boolean().optional(),
    genres: z.array(z.string()).optional(),
    tags: nullable(z.array(RecommendationTagDto)),
    coverUrl: nullable(z.string()),
    externalUrl: nullable(z.string()),
    summary: nullable(z.string()),
    status: nullable(z.string()),
    format: nullable(z.string()),
    countryOfOrigin: nullable(z.string()),
    startYear: nullable(Int32),
    totalVolumeCount: nullable(Int32),
    totalChapterCount: nullable(z.number().meta({ format: 'float' })),
    popularity: nullable(Int32),
    rating: nullable(Int32),
    cause: RecommendationCauseDto.optional(),
    series: SeriesDto.optional().meta({ description: 'One of the library' }),
  })
  .meta({ id: 'RecommendationDto' })
export type RecommendationDto = z.infer<typeof RecommendationDto>

const RecommendationSourceDto = z
  .object({
    pluginId: Uuid,
    pluginName: z.string(),
    source: z.string().optional(),
    cached: z.boolean().optional(),
    generatedAt: nullable(Timestamp),
    taskId: nullable(Uuid),
    taskStatus: nullable(z.string()),
  })
  .meta({ id: 'RecommendationSourceDto' })

export const RecommendationsResponse = z
  .object({
    recommendations: z.array(RecommendationDto),
    sources: z.array(RecommendationSourceDto).optional().meta({ description: 'Plugins' }),
  })
  .meta({ id: 'RecommendationsResponse' })
export type RecommendationsResponse = z.infer<typeof RecommendationsResponse>

export const DismissRecommendationRequest = z
  .object({ reason: nullable(z.string().max(1000)) })
  .meta({ id: 'DismissRecommendationRequest' })

const own = { tag: 'Recommendations', access: 'login' } as const
const DismissParams = z.object({ external_id: z.string().min(1).max(200) })

export const getRecommendations = route({
  ...own,
  id: 'get_recommendations',
  method: 'get',
  path: '/api/v1/user/recommendations',
  summary: 'Unread series similar to those the caller has read, best first, each with its reason',
  scope: 'progress-read',
  status: 200,
  payload: json(RecommendationsResponse),
})

export const refreshRecommendations = route({
  ...own,
  id: 'refresh_recommendations',
  method: 'post',
  path: '/api/v1/user/recommendations/refresh',
  summary: 'Refresh plugin recommendations; those based on the caller’s reading are always current',
  scope: 'progress-write',
  status: 200,
  payload: json(
    z.object({ message: z.string(), taskIds: z.array(Uuid).optional() }).meta({ id: 'RecommendationsRefreshResponse' }),
  ),
})

export const dismissRecommendation = route({
  ...own,
  id: 'dismiss_recommendation',
  method: 'post',
  path: '/api/v1/user/recommendations/{external_id}/dismiss',
  summary: 'Do not recommend this any more',
  scope: 'progress-write',
  params: DismissParams,
  body: DismissRecommendationRequest,
  bodyOptional: true,
  status: 200,
  payload: json(z.object({ dismissed: z.boolean() }).meta({ id: 'DismissRecommendationResponse' })),
})

export const restoreRecommendation = route({
  ...own,
  id: 'restore_recommendation',
  method: 'delete',
  path: '/api/v1/user/recommendations/{external_id}/dismiss',
  summary: 'Recommend it again',
  scope: 'progress-write',
  params: DismissParams,
  status: 204,
  payload: nothing,
})

export const getSimilarSeries = route({
  id: 'get_similar_series',
  method: 'get',
  path: '/api/v1/series/{series_id}/similar',
  tag: 'Recommendations',
  summary: 'Unread series similar to this one',
  access: 'series-read',
  params: z.object({ series_id: Uuid }),
  status: 200,
  payload: json(RecommendationsResponse),
  errors: [404],
})
