import { join } from 'node:path'
import { Hono } from 'hono'
import { startBackground } from './app/background'
import { editingRoutes } from './app/editing-routes'
import { createIdentity } from './app/identity'
import { buildProbes } from './app/probes'
import { signInRoutes } from './app/sign-in-routes'
import { taskHandlers } from './app/task-handlers'
import type { Config, Loaded } from './config'
import { type Connection, connect, migrate } from './db'
import { accessGroupRoutes } from './features/access-groups'
import { analysisRoutes } from './features/analysis'
import { apiKeyRoutes } from './features/api-keys'
import { auditRoutes } from './features/audit'
import { loadSecrets, type Secrets } from './features/auth'
import { bookErrorRoutes, createPageFailures } from './features/book-errors'
import { bookRoutes } from './features/books'
import { cleanUpRoutes } from './features/clean-up'
import { type Covers, coverRoutes, createCovers, createMissingCovers } from './features/covers'
import { duplicateRoutes } from './features/duplicates'
import { createStreams, eventRoutes, keepEvents, streamCounts, withEventTickets } from './features/events'
import { fileDeletionRoutes } from './features/file-deletion'
import { filesystemRoutes } from './features/filesystem'
import { filterPresetRoutes } from './features/filter-presets'
import { createHealth, type Health, healthChecks, healthRoutes } from './features/health'
import { homeRoutes } from './features/home'
import { infoRoutes } from './features/info'
import { ensureLibrary, libraryRoutes } from './features/libraries'
import { metricsRoutes } from './features/metrics'
import { createOpenBooks, pageRoutes } from './features/pages'
import { preferenceRoutes } from './features/preferences'
import { processRoutes, startPresence } from './features/processes'
import { progressionRoutes, progressRoutes } from './features/progress'
import { createMetrics, type Metrics, observeParts, prometheusRoutes } from './features/prometheus'
import { createOpenPublications, createTickets, publicationRoutes, withTickets } from './features/publications'
import { purgeRoutes } from './features/purge'
import { libraryScans, scanRoutes } from './features/scan'
import {
  databaseClock,
  libraryJobRoutes,
  librarySchedules,
  type ScheduleDeps,
  scheduleRoutes,
} from './features/schedules'
import { searchRoutes } from './features/search'
import { seriesRoutes } from './features/series'
import { titleRoutes } from './features/series-titles'
import {
  createLiveConfig,
  createLiveSettings,
  type LiveConfig,
  type LiveSettings,
  settingRoutes,
} from './features/settings'
import { createSetupToken } from './features/setup'
import { sharingTagRoutes } from './features/sharing-tags'
import { taskRoutes } from './features/tasks'
import { anyUserExists, userRoutes } from './features/users'
import { watchRoutes } from './features/watch'
import { assertEveryRouteDeclared, createBinder } from './http/bind'
import { installGate } from './http/gate'
import type { HttpEnv } from './http/identity'
import { listen } from './http/listen'
import { serveApiDocs } from './http/openapi'
import { createPeerOf } from './http/peer'
import { createRateLimiter } from './http/rate-limit'
import { createReplyCache } from './http/reply-cache'
import { serveUnknown } from './http/unknown'
import { serveWebApp } from './http/web-app'
import { systemClock } from './kernel/clock'
import { setLimits } from './kernel/limits'
import type { Logger } from './kernel/log'
import { VERSION } from './kernel/version'
import { type ArtefactStore, openArtefacts } from './platform/artefacts'
import type { DiskCache } from './platform/disk-cache'
import { createOutboxPump, type OutboxPump } from './platform/outbox-pump'
import { openPageCache } from './platform/page-cache'
import type { TaskHandlers } from './platform/queue.types'
import { createTaskSignal, type TaskSignal } from './platform/task-signal'
import { opds1Routes } from './protocols/opds1'
import { type ParserPool, startParserPool } from './workers'

/** A running Octavo. */
export interface Octavo {
  /** Null for a worker without a health port: it answers no requests. */
  readonly address: { readonly hostname: string; readonly port: number } | null
  /** For the one-time set-up link; null once there is an account. */
  readonly setupToken: string | null
  stop(): Promise<void>
}

export interface StartOptions {
  /** Each becomes a library and is scanned. */
  readonly folders: readonly string[]
  /** False for a worker. */
  readonly http: boolean
  readonly log: Logger
}

/** Running requests may take this long to end when the process is asked to stop. */
const STOP_GRACE_MS = 8_000
const WEB_APP = join(import.meta.dir, '../../web/dist')

/** The composition root: the only place that knows everyone. */
export async function startOctavo(loaded: Loaded, options: StartOptions): Promise<Octavo> {
  // Whatever has started is stopped again, last first: when asked to, or when a later part does not start.
  const started = new AsyncDisposableStack()
  try {
    const running = await startParts(loaded, options, started)
    return { ...running, stop: () => started.disposeAsync() }
  } catch (error) {
    await started.disposeAsync()
    throw error
  }
}

async function startParts(
  loaded: Loaded,
  { folders, http, log }: StartOptions,
  started: AsyncDisposableStack,
): Promise<Omit<Octavo, 'stop'>> {
  const { config: given } = loaded
  const databasePool = http ? given.databasePool : Math.ceil(given.databasePool / 2)
  const connection = await connect({ ...given, databasePool })
  started.defer(() => connection.close())
  const applied = await migrate(connection)
  if (applied.length > 0) log.info({ migrations: applied }, 'database is up to date')
  const { reader, write, wakes } = connection
  const settings = createLiveSettings({ reader, write, now: systemClock, wakes, given: loaded })
  const live = await createLiveConfig({ loaded, settings, log, shared: connection.kind === 'postgres' })
  started.defer(live.stop)
  const config = live.atStart
  live.follow(({ limits, logLevel }) => {
    setLimits(limits)
    log.level = logLevel
  })
  const secrets = await loadSecrets({ connection, dataDir: config.dataDir, jwtSecret: config.auth.jwtSecret })
  const presence = await startPresence({ connection, kind: http ? 'serve' : 'worker', version: VERSION, log })
  started.defer(() => presence.stop())
  const pool = startParserPool({ size: config.parserProcesses, ...config.parserLimits })
  started.defer(() => pool.close())

  const tasks = createTaskSignal(connection.wakes)
  const store = openArtefacts(config.storage, config.dataDir)
  const covers = createCovers({ store, dataDir: config.dataDir })
  const pages = http ? openPageCache(config, store, log) : null
  const metrics = createMetrics(VERSION)
  observeParts(metrics, { connection, pool, store, pages, streams: streamCounts })
  const health = createHealth(healthChecks({ connection, store, folders: [config.dataDir] }), systemClock)
  const schedules: ScheduleDeps = {
    reader,
    write,
    now: systemClock,
    clock: databaseClock,
    serverZone: () => settings.get('scheduler.timezone'),
    announce: () => wakes.wake('schedules'),
    tasks,
    log,
  }
  const scans = libraryScans({ now: systemClock, tasks })
  for (const folder of folders) {
    await ensureLibrary({ reader, write, now: systemClock, scans, schedules: librarySchedules(schedules) }, folder)
  }

  // Whoever answers requests has to know the handlers too: a task that is cancelled while it waits ends in a request.
  const handlers = taskHandlers({ connection, pool, covers, store, dataDir: config.dataDir, now: systemClock, log })

  let address: Octavo['address'] = null
  if (pages) {
    const kept = await keepEvents({ reader, write, log })
    started.defer(kept.stop)
    const pump = createOutboxPump({ connection, log })
    started.defer(pump.stop)
    const { app, settled, streams } = buildHttp(live, {
      connection,
      secrets,
      pool,
      store,
      covers,
      tasks,
      handlers,
      settings,
      schedules,
      pump,
      health,
      metrics,
      cache: pages,
      log,
    })
    started.defer(settled)
    const listening = listen(app, { hostname: config.host, port: config.port }, createPeerOf(config.trustedProxies))
    started.defer(() => listening.stop(STOP_GRACE_MS))
    // Before: open streams would hold it up.
    started.defer(streams.stop)
    address = listening
  }

  if (!http && config.workerHealthPort !== null) {
    const probes = buildProbes(live, { connection, secrets, health, metrics, log })
    started.defer(probes.settled)
    const at = { hostname: config.host, port: config.workerHealthPort }
    const listening = listen(probes.app, at, createPeerOf(config.trustedProxies))
    started.defer(() => listening.stop(STOP_GRACE_MS))
    address = listening
  }

  await startBackground(
    live,
    { connection, settings, schedules, tasks, store, handlers, metrics, presence, http, log },
    started,
  )
  // What stops first: everything else still works while load balancers learn to look elsewhere.
  if (http) started.defer(() => Bun.sleep(live.now.stopNoticeMs))
  started.defer(health.beginToStop)
  const setupToken = (await anyUserExists(connection.reader)) ? null : createSetupToken(secrets.jwt)
  return { address, setupToken }
}

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
  readonly log: Logger
}

/** The app with every route bound behind the gate, and what has to be written before the database closes. */
function buildHttp(live: LiveConfig, parts: Parts) {
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
  const replies = createReplyCache(() => connection.revision('progress'))
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
  // Another process has changed what somebody may do or see.
  connection.wakes.on('accounts', () => {
    accounts.forgetAll()
    streams.recheck()
  })
  const managed = { reader, write, now, accounts, announce: () => connection.wakes.wake('accounts') }
  userRoutes(binder, managed)
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
  auditRoutes(binder, { reader })
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
  const undeclared = new Set([...docs, ...serveWebApp(app, WEB_APP, serverName)])
  assertEveryRouteDeclared(app, binder, undeclared)
  const settled = async () => void (await Promise.all([identity.settled(), people.settled()]))
  return { app, settled, streams }
}
