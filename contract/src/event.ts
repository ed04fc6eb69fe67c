import { nullable, Timestamp, Uuid } from './ids'
import { bytes, json, route } from './route'
import * as z from './zod'

const ofBook = { bookId: Uuid, seriesId: Uuid, libraryId: Uuid }
const ofSeries = { seriesId: Uuid, libraryId: Uuid }
const ofCollection = { collectionId: Uuid }
const ofReadList = { readListId: Uuid }
const fields = nullable(z.array(z.string())).optional()

function kind<Name extends string, Shape extends z.ZodRawShape>(type: Name, shape: Shape) {
  return z.object({ type: z.literal(type), ...shape })
}

export const EntityType = z.enum(['book', 'series', 'library']).meta({ id: 'EntityType' })

/** A change of a library, series, book, place, collection or read list. */
export const EntityEvent = z
  .discriminatedUnion('type', [
    kind('book_created', ofBook),
    kind('book_updated', { ...ofBook, fields }),
    kind('book_deleted', ofBook),
    kind('series_created', ofSeries),
    kind('series_updated', { ...ofSeries, fields }),
    kind('series_deleted', ofSeries),
    kind('series_metadata_updated', {
      ...ofSeries,
      pluginId: nullable(Uuid).optional(),
      fieldsUpdated: z.array(z.string()),
    }),
    kind('series_bulk_purged', { ...ofSeries, count: z.int() }),
    kind('cover_updated', { entityType: EntityType, entityId: Uuid, libraryId: nullable(Uuid).optional() }),
    kind('library_created', { libraryId: Uuid }),
    kind('library_updated', { libraryId: Uuid }),
    kind('library_deleted', { libraryId: Uuid }),
    // Genres, tags, people or other names were renamed, merged or deleted.
    kind('library_names_updated', { libraryId: Uuid }),
    // Sent to those who see the list. Users who no longer see it get `deleted`.
    kind('collection_created', ofCollection),
    kind('collection_updated', ofCollection),
    kind('collection_deleted', ofCollection),
    kind('readlist_created', ofReadList),
    kind('readlist_updated', ofReadList),
    kind('readlist_deleted', ofReadList),
    // Sent to its user only.
    kind('read_progress_updated', { ...ofBook, completed: z.boolean(), currentPage: z.int() }),
    kind('read_progress_deleted', ofBook),
    kind('series_progress_updated', ofSeries),
  ])
  .meta({ id: 'EntityEvent' })
export type EntityEvent = z.infer<typeof EntityEvent>

const stamped = { timestamp: Timestamp, userId: nullable(Uuid).optional() }

/** One message of the event stream. */
export const EntityChangeEvent = EntityEvent.and(z.object(stamped)).meta({ id: 'EntityChangeEvent' })
export type EntityChangeEvent = z.infer<typeof EntityChangeEvent>

/** The client has missed events: it must reload everything it shows. */
export const ResyncEvent = z.object({ type: z.literal('resync'), timestamp: Timestamp }).meta({ id: 'ResyncEvent' })
export type ResyncEvent = z.infer<typeof ResyncEvent>

export const TaskProgress = z
  .object({ current: z.int(), total: z.int(), message: nullable(z.string()).optional() })
  .meta({ id: 'TaskProgress' })

/** One step of a task. */
export const TaskProgressEvent = z
  .object({
    taskId: Uuid,
    taskType: z.string(),
    status: z.enum(['pending', 'running', 'completed', 'failed', 'cancelled']).meta({ id: 'TaskStatus' }),
    progress: nullable(TaskProgress).optional(),
    error: nullable(z.string()).optional(),
    startedAt: Timestamp,
    completedAt: nullable(Timestamp).optional(),
    libraryId: nullable(Uuid).optional(),
    seriesId: nullable(Uuid).optional(),
    bookId: nullable(Uuid).optional(),
  })
  .meta({ id: 'TaskProgressEvent' })
export type TaskProgressEvent = z.infer<typeof TaskProgressEvent>

export const EVENT_CHANNELS = ['entities', 'tasks', 'scans'] as const
export type EventChannel = (typeof EVENT_CHANNELS)[number]

/** Channel names separated by commas, without duplicates. */
const channels = z
  .string()
  .transform(text => [...new Set(text.split(',').map(name => name.trim()))])
  .pipe(z.array(z.enum(EVENT_CHANNELS)))

/** The id of the client's last message; the header `Last-Event-ID` takes precedence. */
const lastEventId = z.string().optional()
const ticket = z.string().optional()

const StreamQuery = z.object({ lastEventId, ticket })
const ChannelsQuery = z.object({
  channels: channels.prefault('entities').meta({ description: 'entities, tasks and scans, comma-separated' }),
  lastEventId,
  ticket,
})

const stream = bytes('text/event-stream')

export const EventTicketDto = z
  .object({
    ticket: z.string().meta({ description: 'For the query of one stream, when headers cannot be set' }),
    expiresAt: Timestamp,
  })
  .meta({ id: 'EventTicketDto' })
export type EventTicketDto = z.infer<typeof EventTicketDto>

export const openEvents = route({
  id: 'events_stream',
  method: 'get',
  path: '/api/v1/events',
  tag: 'Events',
  summary: 'Live events of the requested channels in one stream',
  access: 'login',
  scope: 'libraries-read',
  query: ChannelsQuery,
  status: 200,
  payload: stream,
})

export const openEntityEvents = route({
  id: 'entity_events_stream',
  method: 'get',
  path: '/api/v1/events/stream',
  tag: 'Events',
  summary: 'Live events, at the address other apps use',
  access: 'libraries-read',
  query: ChannelsQuery,
  status: 200,
  payload: stream,
})

export const openTaskEvents = route({
  id: 'task_progress_stream',
  method: 'get',
  path: '/api/v1/tasks/stream',
  tag: 'Events',
  summary: 'Live progress of tasks',
  access: 'tasks-read',
  query: StreamQuery,
  status: 200,
  payload: stream,
})

export const openScanEvents = route({
  id: 'scan_progress_stream',
  method: 'get',
  path: '/api/v1/scans/stream',
  tag: 'Scans',
  summary: 'Live progress of scans',
  access: 'libraries-read',
  query: StreamQuery,
  status: 200,
  payload: stream,
})

export const createEventTicket = route({
  id: 'create_event_ticket',
  method: 'post',
  path: '/api/v1/events/ticket',
  tag: 'Events',
  summary: 'A ticket that opens one stream, once, within 30 seconds',
  access: 'login',
  scope: 'libraries-read',
  status: 200,
  payload: json(EventTicketDto),
})
