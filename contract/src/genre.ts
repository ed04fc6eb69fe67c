import { Int64, nullable, Timestamp, Uuid } from './ids'
import * as z from './zod'

const named = { id: Uuid, name: z.string(), createdAt: Timestamp, seriesCount: nullable(Int64) }

export const GenreDto = z.object(named).meta({ id: 'GenreDto' })
export type GenreDto = z.infer<typeof GenreDto>

export const TagDto = z.object(named).meta({ id: 'TagDto' })
export type TagDto = z.infer<typeof TagDto>
