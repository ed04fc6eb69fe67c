import { Int32, Int64, nullable, Timestamp, Uuid } from './ids'
import { ReadProgressResponse } from './progress'
import { json, route } from './route'
import * as z from './zod'

/** Maximum sessions per request. */
export const SESSIONS_AT_ONCE = 500

export const ReadingSessionKind = z.enum(['progress', 'completed', 'reset']).meta({ id: 'ReadingSessionKindDto' })

export const ReadingSessionDto = z
  .object({
    id: Uuid.meta({ description: 'Created by the device; sending it again changes nothing' }),
    bookId: Uuid,
    deviceId: z.string().min(1).max(128),
    deviceName: nullable(z.string().max(200)),
    kind: ReadingSessionKind,
    toPage: nullable(Int32.meta({ description: 'Page reached, 1-based' })),
    toPercentage: nullable(z.number().meta({ format: 'double', description: 'Share of an ebook, 0 to 1' })),
    r2Progression: nullable(z.string().max(16_384)).meta({ description: 'A Readium progression document as JSON' }),
    activeDurationMs: nullable(Int64.meta({ description: 'Time spent reading; at most that from start to end' })),
    pagesRead: nullable(Int32),
    clientStartedAt: Timestamp,
    clientEndedAt: Timestamp.meta({ description: "By the device's clock: orders the sessions" }),
  })
  .meta({ id: 'ReadingSessionDto' })
export type ReadingSessionDto = z.infer<typeof ReadingSessionDto>

export const ReadingSessionRejectionReason = z
  .enum(['book_not_found', 'invalid_time_range', 'invalid_percentage', 'invalid_measurement', 'duplicate_in_batch'])
  .meta({ id: 'ReadingSessionRejectionReason' })
export type ReadingSessionRejectionReason = z.infer<typeof ReadingSessionRejectionReason>

export const RejectedReadingSessionDto = z
  .object({
    id: Uuid,
    reason: ReadingSessionRejectionReason,
    path: z.string().optional().meta({ description: 'The field at fault, as `sessions.3.toPage`' }),
    message: z.string().optional(),
  })
  .meta({ id: 'RejectedReadingSessionDto' })
export type RejectedReadingSessionDto = z.infer<typeof RejectedReadingSessionDto>

export const RecordReadingSessionsRequest = z
  // More than 500 is a 400, as in the reference; the server checks it.
  .object({ sessions: z.array(ReadingSessionDto).meta({ description: 'At most 500, in any order' }) })
  .meta({ id: 'RecordReadingSessionsRequest' })

export const RecordReadingSessionsResponse = z
  .object({
    accepted: z.array(Uuid).meta({ description: 'Recorded now or before' }),
    rejected: z.array(RejectedReadingSessionDto),
    progress: z.array(ReadProgressResponse).meta({ description: 'The places in the books of accepted sessions' }),
  })
  .meta({ id: 'RecordReadingSessionsResponse' })
export type RecordReadingSessionsResponse = z.infer<typeof RecordReadingSessionsResponse>

export const recordReadingSessions = route({
  id: 'record_reading_sessions',
  method: 'post',
  path: '/api/v1/reading-sessions',
  tag: 'Reading Sessions',
  summary: 'Record sessions that a device measured: each once, and the rest when some are rejected',
  access: 'progress-write',
  body: RecordReadingSessionsRequest,
  status: 200,
  payload: json(RecordReadingSessionsResponse),
})
