import { Int32, nullable, Timestamp, Uuid } from './ids'
import * as z from './zod'

/** Alternative titles, external ids, ratings and links of a series. */
/** The source: a person's value stays, a file's follows the file. */
export const EXTERNAL_ORIGINS = ['person', 'file'] as const
export type ExternalOrigin = (typeof EXTERNAL_ORIGINS)[number]
const origin = z.enum(EXTERNAL_ORIGINS).optional()

const ofSeries = { id: Uuid, seriesId: Uuid, createdAt: Timestamp, updatedAt: Timestamp }

export const AlternateTitleDto = z
  .object({ ...ofSeries, label: z.string(), title: z.string() })
  .meta({ id: 'AlternateTitleDto' })
export type AlternateTitleDto = z.infer<typeof AlternateTitleDto>

export const SeriesExternalIdDto = z
  .object({
    ...ofSeries,
    origin,
    source: z.string(),
    externalId: z.string(),
    externalUrl: nullable(z.string()),
    metadataHash: nullable(z.string()),
    lastSyncedAt: nullable(Timestamp),
  })
  .meta({ id: 'SeriesExternalIdDto' })
export type SeriesExternalIdDto = z.infer<typeof SeriesExternalIdDto>

export const ExternalLinkDto = z
  .object({ ...ofSeries, origin, sourceName: z.string(), url: z.string(), externalId: nullable(z.string()) })
  .meta({ id: 'ExternalLinkDto' })
export type ExternalLinkDto = z.infer<typeof ExternalLinkDto>

export const ExternalRatingDto = z
  .object({
    ...ofSeries,
    origin,
    sourceName: z.string(),
    rating: z.number().meta({ format: 'double' }),
    voteCount: nullable(Int32),
    fetchedAt: Timestamp,
  })
  .meta({ id: 'ExternalRatingDto' })
export type ExternalRatingDto = z.infer<typeof ExternalRatingDto>
