import type { Connection } from '../../../db'
import type { ArtefactStore } from '../../../platform/artefact-store'
import type { DiskCache } from '../../../platform/disk-cache'
import type { ParserPool } from '../../../workers/pool.types'
import type { Metrics } from './metrics'
import { oldestDueSeconds, queueDepth } from './queue.queries'

/** Open event streams, as features/operations/events counts them. */
export interface CountedStreams {
  readonly open: number
  readonly sent: number
  readonly overflowed: number
  readonly byChannel: Readonly<Record<string, number>>
}

export interface ObservedParts {
  readonly connection: Connection
  readonly pool: ParserPool
  readonly store: ArtefactStore
  /** Null for a worker, which serves no pages. */
  readonly pages: DiskCache | null
  readonly streams: () => CountedStreams
}

/** Counters of other parts of the process. */
export function observeParts(metrics: Metrics, { connection, pool, store, pages, streams }: ObservedParts): void {
  const { reader } = connection
  metrics.observe('octavo_event_streams', 'Event streams open on this process', 'gauge', () => [
    { value: streams().open },
  ])
  metrics.observe('octavo_event_messages_total', 'Messages sent on event streams', 'counter', () => [
    { value: streams().sent },
  ])
  metrics.observe('octavo_event_overflows_total', 'Streams that were too slow and have to reload', 'counter', () => [
    { value: streams().overflowed },
  ])
  metrics.observe('octavo_queue_tasks', 'Tasks that wait or run, by type, on the whole database', 'gauge', async () =>
    (await queueDepth(reader)).map(({ type, status, count }) => ({ labels: { type, status }, value: count })),
  )
  metrics.observe('octavo_queue_oldest_due_seconds', 'How long the oldest due task has waited', 'gauge', async () => [
    { value: await oldestDueSeconds(reader) },
  ])
  metrics.observe('octavo_parser_processes', 'Parser processes alive', 'gauge', () => [
    { value: pool.counts().processes },
  ])
  metrics.observe('octavo_parser_tasks', 'Files and pages waiting or under way', 'gauge', () => [
    { value: pool.counts().tasks },
  ])
  metrics.observe('octavo_parser_started_total', 'Parser processes started', 'counter', () => [
    { value: pool.counts().started },
  ])
  metrics.observe('octavo_parser_killed_total', 'Parser processes that a file has crashed', 'counter', () => [
    { value: pool.counts().killed },
  ])
  observeCaches(metrics, store, pages)
  observeDatabase(metrics, connection)
}

function observeCaches(metrics: Metrics, store: ArtefactStore, pages: DiskCache | null): void {
  const cached = (read: (cache: DiskCache) => number) => () =>
    pages ? [{ labels: { cache: 'pages' }, value: read(pages) }] : []
  metrics.observe('octavo_cache_hits_total', 'Found in a cache', 'counter', () => [
    ...cached(cache => cache.counts().hits)(),
    { labels: { cache: 'artefacts' }, value: store.counts().local },
  ])
  metrics.observe('octavo_cache_misses_total', 'Made or fetched, because it was not in a cache', 'counter', () => [
    ...cached(cache => cache.counts().misses)(),
    { labels: { cache: 'artefacts' }, value: store.counts().fetched },
  ])
  metrics.observe(
    'octavo_cache_bytes',
    'Size of a cache',
    'gauge',
    cached(cache => cache.counts().bytes),
  )
  metrics.observe('octavo_storage_failures_total', 'Calls to the storage that failed', 'counter', () => [
    { value: store.counts().failures },
  ])
}

function observeDatabase(metrics: Metrics, connection: Connection): void {
  metrics.observe(
    'octavo_database_connections',
    'Connections of this process to its database, and calls that wait for one',
    'gauge',
    () => {
      const { busy, idle, waiting } = connection.counts()
      return Object.entries({ busy, idle, waiting }).map(([state, value]) => ({ labels: { state }, value }))
    },
  )
  metrics.observe(
    'octavo_database_faults_total',
    'Calls to the database that failed for a fault of its own',
    'counter',
    () => Object.entries(connection.counts().faults).map(([kind, value]) => ({ labels: { kind }, value })),
  )
  metrics.observe('octavo_database_retries_total', 'Calls to the database that were made again', 'counter', () => [
    { value: connection.counts().retries },
  ])
  metrics.observe('octavo_wakeups_connected', 'Whether this process hears the others', 'gauge', () => [
    { value: connection.wakes.state().lostSince === null ? 1 : 0 },
  ])
}
