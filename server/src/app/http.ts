import { Hono } from 'hono'
import type { Config } from '../config'
import type { Connection } from '../db'
import { accessGroupRoutes } from '../features/access-groups'
import { analysisRoutes } from '../features/analysis'
import { apiKeyRoutes } from '../features/api-keys'
import { auditRoutes } from '../features/audit'
import type { Secrets } from '../features/auth'
import { bookErrorRoutes, createPageFailures } from '../features/book-errors'
import { bookRoutes } from '../features/books'
import { cleanUpRoutes } from '../features/clean-up'
import { type Covers, coverRoutes, createMissingCovers } from '../features/covers'
import { duplicateRoutes } from '../features/duplicates'
import { createStreams, eventRoutes, withEventTickets } from '../features/events'
import { fileDeletionRoutes } from '../features/file-deletion'
import { filesystemRoutes } from '../features/filesystem'
import { filterPresetRoutes } from '../features/filter-presets'
import { type Health, healthRoutes } from '../features/health'
import { homeRoutes } from '../features/home'
import { infoRoutes } from '../features/info'
import { libraryRoutes } from '../features/libraries'
import { metricsRoutes } from '../features/metrics'
import { createOpenBooks, pageRoutes } from '../features/pages'
import { preferenceRoutes } from '../features/preferences'
import { processRoutes } from '../features/processes'
import { progressionRoutes, progressRoutes } from '../features/progress'
import { type Metrics, prometheusRoutes } from '../features/prometheus'
import { createOpenPublications, createTickets, publicationRoutes, withTickets } from '../features/publications'
import { purgeRoutes } from '../features/purge'
import { libraryScans, scanRoutes } from '../features/scan'
import { libraryJobRoutes, librarySchedules, type ScheduleDeps, scheduleRoutes } from '../features/schedules'
import { searchRoutes } from '../features/search'
import { seriesRoutes } from '../features/series'
import { titleRoutes } from '../features/series-titles'
import { type LiveConfig, type LiveSettings, settingRoutes } from '../features/settings'
import { grantTags, sharingTagRoutes } from '../features/sharing-tags'
import { taskRoutes } from '../features/tasks'
import { userRoutes } from '../features/users'
import { watchRoutes } from '../features/watch'
import { assertEveryRouteDeclared, createBinder } from '../http/bind'
import { installGate } from '../http/gate'
import type { HttpEnv } from '../http/identity'
import { serveApiDocs } from '../http/openapi'
import { createRateLimiter } from '../http/rate-limit'
import { createReplyCache } from '../http/reply-cache'
import { serveUnknown } from '../http/unknown'
import { serveWebApp } from '../http/web-app'
import { systemClock } from '../kernel/clock'
import type { Logger } from '../kernel/log'
import { VERSION } from '../kernel/version'
import type { ArtefactStore } from '../platform/artefacts'
import type { DiskCache } from '../platform/disk-cache'
import type { OutboxPump } from '../platform/outbox-pump'
import type { TaskHandlers } from '../platform/queue.types'
import type { TaskSignal } from '../platform/task-signal'
import { opds1Routes } from '../protocols/opds1'
import type { ParserPool } from '../workers'
import { editingRoutes } from './editing-routes'
import { createIdentity } from './identity'
import { signInRoutes } from './sign-in-routes'

interface Parts {
  readonly connection: Connection
  readonly secrets: Secrets
  readonly pool: ParserPool
  readonly store: ArtefactStore
  readonly covers: Covers
  readonly tasks: TaskSignal
  readonly pump: OutboxPump
  readonly schedules: ScheduleDeps
  readonly health: Health
  readonly metrics: Metrics
  readonly cache: DiskCache
  readonly handlers: TaskHandlers
  readonly settings: LiveSettings
  /** The folder of the built web app. */
  readonly webApp: string
  readonly log: Logger
}

/** The app with every route bound behind the gate, and what has to be written before the database closes. */
export function buildHttp(live: LiveConfig, parts: Parts) {
  const config: Config = live.atStart
  const { connection, secrets, pool, store, covers, tasks, handlers, settings, schedules } = parts
  const { pump, health, metrics, cache, log } = parts
  const { reader, write } = connection
  const now = systemClock
  const app = new Hono<HttpEnv>()
  const binder = createBinder(app)

  const identity = createIdentity(config, { connection, secrets, log })
  const { accounts, sessions, keys, identify } = identity
  const streams = createStreams({
    reader,
    accounts,
    sessions,
    pump,
    now,
    log,
    streamsPerUser: () => live.now.eventStreamsPerUser,
  })
  const tickets = createTickets({ secret: secrets.jwt, now })
  const replies = createReplyCache(() => connection.revision('progress'), connection.snapshot)
  const openBooks = createOpenBooks(reader, () => connection.revision('catalogue'), now)

  installGate(app, {
    identify: withEventTickets(withTickets(identify, { tickets, ...identity }), { reader, write, now, ...identity }),
    rateLimiter: createRateLimiter(() => live.now.rateLimit, now),
    log,
    guarded: ['/api', '/opds', '/epub', '/health', '/metrics'],
    challenged: ['/opds'],
    origins: () => live.now.corsOrigins,
    plainHttp: () => live.now.auth.plainHttp,
    strictTransportDays: () => live.now.auth.strictTransportDays,
    answered: metrics.answered,
  })

  infoRoutes(binder, { version: VERSION, deletesFiles: config.deletesFiles })
  healthRoutes(binder, { health })
  prometheusRoutes(binder, { metrics, isPublic: live.atStart.metricsPublic })
  processRoutes(binder, { connection })
  settingRoutes(binder, { reader, settings, live })
  const serverName = () => live.now.name
  const people = signInRoutes(binder, config, { connection, secrets, settings, identity, log, serverName })
  identity.onChange(streams.recheck)
  // Another process has changed what somebody may do or see.
  connection.wakes.on('accounts', () => {
    accounts.forgetAll()
    streams.recheck()
  })
  const managed = { reader, write, now, accounts, announce: () => connection.wakes.wake('accounts') }
  userRoutes(binder, { ...managed, grantTags })
  sharingTagRoutes(binder, managed)
  accessGroupRoutes(binder, managed)
  preferenceRoutes(binder, { reader, write, now })
  apiKeyRoutes(binder, { reader, write, keys, accounts, now })
  const scans = libraryScans({ now, tasks })
  libraryRoutes(binder, { reader, write, now, scans, schedules: librarySchedules(schedules), covers })
  scanRoutes(binder, { reader, write, now, tasks })
  watchRoutes(binder, { reader, watch: config.watch })
  const planning = { ...schedules, store, dataDir: config.dataDir, pool }
  scheduleRoutes(binder, planning)
  libraryJobRoutes(binder, planning)
  duplicateRoutes(binder, { reader, write, now, tasks })
  cleanUpRoutes(binder, { reader, write, store, dataDir: config.dataDir, now, tasks })
  // Before the routes of one task, whose id would be `stream`.
  eventRoutes(binder, { streams, write })
  taskRoutes(binder, { reader, write, signal: tasks, handlers, settings, now })
  metricsRoutes(binder, { reader, write, settings, now })
  filesystemRoutes(binder)
  // Before the routes of one book, whose id would be `errors`.
  bookErrorRoutes(binder, { reader, write, now, tasks })
  analysisRoutes(binder, { reader, write, tasks, now })
  titleRoutes(binder, { reader, write, tasks, now })
  editingRoutes(binder, { reader, write, now })
  purgeRoutes(binder, { connection, covers, now })
  fileDeletionRoutes(binder, { reader, write, now, allowed: config.deletesFiles })
  auditRoutes(binder, { reader, settled: identity.failures.settled })
  bookRoutes(binder, { reader, replies })
  seriesRoutes(binder, { reader, replies })
  filterPresetRoutes(binder, { reader, write, now })
  homeRoutes(binder, { reader, write })
  searchRoutes(binder, { reader, replies })
  const failures = createPageFailures({ reader, write, now, log })
  const missing = createMissingCovers({ connection, pool, covers, now, log })
  pageRoutes(binder, { openBooks, pool, cache, failures, log })
  coverRoutes(binder, { reader, write, tasks, now, covers, missing })
  progressRoutes(binder, { reader, write, clock: now })
  progressionRoutes(binder, { reader, write, clock: now })
  const publications = createOpenPublications({ openBooks, pool })
  publicationRoutes(binder, { publications, tickets, accounts, failures })
  opds1Routes(binder, {
    reader,
    replies,
    openBooks,
    pool,
    cache,
    failures,
    log,
    covers,
    missing,
    baseUrl: config.baseUrl,
    serverName,
  })

  // The router takes the first that fits: what is known, what is not, and for the rest the web app.
  const docs = config.apiDocsEnabled ? serveApiDocs(app, VERSION) : []
  serveUnknown(app, ['/api', '/opds', '/epub', '/health', '/metrics'], binder.bound)
  const undeclared = new Set([...docs, ...serveWebApp(app, parts.webApp, serverName)])
  assertEveryRouteDeclared(app, binder, undeclared)
  const settled = async () => void (await Promise.all([identity.settled(), people.settled()]))
  return { app, settled, streams }
}
