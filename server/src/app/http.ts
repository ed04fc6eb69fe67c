import { Hono } from 'hono'
import type { Config } from '../config'
import type { Connection } from '../db'
import { bookRoutes } from '../features/catalogue/books'
import { chosenCoverRoutes, coverBack, libraryCoverAnswer } from '../features/catalogue/chosen-covers'
import { type Covers, coverRoutes, createMissingCovers } from '../features/catalogue/covers'
import { createArchives, downloadRoutes } from '../features/catalogue/downloads'
import { filesystemRoutes } from '../features/catalogue/filesystem'
import { libraryRoutes } from '../features/catalogue/libraries'
import { nameRoutes } from '../features/catalogue/names'
import { createOpenBooks, pageRoutes } from '../features/catalogue/pages'
import {
  createOpenPublications,
  createTickets,
  publicationRoutes,
  withTickets,
} from '../features/catalogue/publications'
import { seriesRoutes } from '../features/catalogue/series'
import { titleRoutes } from '../features/catalogue/series-titles'
import { filterPresetRoutes } from '../features/finding/filter-presets'
import { homeRoutes } from '../features/finding/home'
import { recommendationRoutes } from '../features/finding/recommendations'
import { searchRoutes } from '../features/finding/search'
import { analysisRoutes } from '../features/ingest/analysis'
import { bookErrorRoutes, createPageFailures } from '../features/ingest/book-errors'
import { duplicateRoutes } from '../features/ingest/duplicates'
import { fileDeletionRoutes } from '../features/ingest/file-deletion'
import { fileSourceRoutes } from '../features/ingest/file-sources'
import { purgeRoutes } from '../features/ingest/purge'
import { regroupingRoutes } from '../features/ingest/regrouping'
import { libraryScans, scanRoutes } from '../features/ingest/scan'
import { watchRoutes } from '../features/ingest/watch'
import { writeBackRoutes } from '../features/ingest/write-back'
import { bulkEditRoutes, bulkWorkRoutes } from '../features/operations/bulk'
import { dataTransferRoutes } from '../features/operations/data-transfer'
import { createStreams, eventRoutes, withEventTickets } from '../features/operations/events'
import { seriesExportRoutes } from '../features/operations/exports'
import { type Health, healthRoutes } from '../features/operations/health'
import { infoRoutes } from '../features/operations/info'
import { metricsRoutes } from '../features/operations/metrics'
import { processRoutes } from '../features/operations/processes'
import { type Metrics, prometheusRoutes } from '../features/operations/prometheus'
import { libraryJobRoutes, librarySchedules, type ScheduleDeps, scheduleRoutes } from '../features/operations/schedules'
import { settingRoutes } from '../features/operations/settings'
import { taskRoutes } from '../features/operations/tasks'
import type { Updates } from '../features/operations/updates'
import { accessGroupRoutes } from '../features/people/access-groups'
import { apiKeyRoutes } from '../features/people/api-keys'
import { auditRoutes } from '../features/people/audit'
import type { Secrets } from '../features/people/auth'
import { avatarRoutes } from '../features/people/avatars'
import { capAge, childProfileRoutes } from '../features/people/child-profiles'
import { preferenceRoutes } from '../features/people/preferences'
import { grantTags, inheritTags, sharingTagRoutes } from '../features/people/sharing-tags'
import { anyUserExists, userRoutes } from '../features/people/users'
import { changingMembers, collectionRoutes, listFileRoutes, readListRoutes } from '../features/reading/curated-lists'
import { historyRoutes } from '../features/reading/history'
import { markRoutes } from '../features/reading/marks'
import { progressionRoutes, progressRoutes } from '../features/reading/progress'
import { ratingRoutes } from '../features/reading/ratings'
import { readerProfileRoutes } from '../features/reading/reader-profiles'
import { readingSessionRoutes } from '../features/reading/sessions'
import { statisticsRoutes } from '../features/reading/statistics'
import { wantToReadRoutes } from '../features/reading/want-to-read'
import { isAllowedHost } from '../http/allowed-hosts'
import { assertEveryRouteDeclared, createBinder } from '../http/bind'
import { installGate } from '../http/gate'
import type { HttpEnv } from '../http/identity'
import { serveApiDocs } from '../http/openapi'
import { ownPath } from '../http/own-address'
import { createRateLimiter } from '../http/rate-limit'
import { createReplyCache } from '../http/reply-cache'
import { serveUnknown } from '../http/unknown'
import { serveWebApp } from '../http/web-app'
import { systemClock } from '../kernel/clock'
import type { Logger } from '../kernel/log'
import { VERSION } from '../kernel/version'
import type { ArtefactStore } from '../platform/artefact-store'
import type { DiskCache } from '../platform/disk-cache'
import type { OutboxPump } from '../platform/outbox-pump'
import type { TaskHandlers } from '../platform/queue.types'
import type { LiveConfig, LiveSettings } from '../platform/settings'
import type { TaskSignal } from '../platform/task-signal'
import {
  continueKomga,
  giveKomgaSessions,
  KOMGA_FORM,
  KOMGA_MOUNT,
  komgaPath,
  komgaRoutes,
  leaveKomga,
  withKomgaSession,
} from '../protocols/komga'
import { koreaderForm, koreaderRoutes } from '../protocols/koreader'
import { opds1Form, opds1Routes, opdsPath } from '../protocols/opds1'
import { opds2Form, opds2Routes, signInForm } from '../protocols/opds2'
import type { ParserPool } from '../workers'
import { editingRoutes } from './editing-routes'
import { createIdentity } from './identity'
import { SHARED_SERIES } from './shared-series'
import { signInRoutes } from './sign-in-routes'
import { upkeepRoutes } from './upkeep-routes'

/** Routes outside the web app. */
const GUARDED = ['/api', '/opds', '/koreader', KOMGA_MOUNT, '/epub', '/health', '/metrics']

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
  readonly updates: Updates
  readonly handlers: TaskHandlers
  readonly settings: LiveSettings
  /** The folder of the built web app. */
  readonly webApp: string
  readonly log: Logger
}

/** The app with every route behind the access gate, and a flush to run before the database closes. */
export function buildHttp(live: LiveConfig, parts: Parts) {
  const config: Config = live.atStart
  const { connection, secrets, pool, store, covers, tasks, handlers, settings, schedules } = parts
  const { pump, health, metrics, cache, log } = parts
  const { reader, write } = connection
  const now = systemClock
  const pathOf = opdsPath(komgaPath(() => live.now.komga))
  const app = new Hono<HttpEnv>({ getPath: pathOf })
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
  const replies = createReplyCache(connection.memo)
  const openBooks = createOpenBooks(reader, now)

  const served = { baseUrl: config.baseUrl, serverName: () => live.now.name }

  installGate(app, {
    identify: withEventTickets(withTickets(withKomgaSession(identify, pathOf), { ...identity, tickets, now }), {
      reader,
      write,
      now,
      ...identity,
    }),
    rateLimiter: createRateLimiter(() => live.now.rateLimit, now),
    log,
    guarded: GUARDED,
    // The first match wins.
    forms: [
      koreaderForm(() => live.now.koreader.enabled),
      ...[opds2Form, opds1Form(served)].map(form => signInForm(form, served)),
      KOMGA_FORM,
    ],
    challenged: ['/opds', KOMGA_MOUNT],
    origins: () => live.now.corsOrigins,
    answersBy: host => isAllowedHost(host, config.allowedHosts, config.baseUrl),
    plainHttp: () => live.now.auth.plainHttp,
    strictTransportDays: () => live.now.auth.strictTransportDays,
    answered: metrics.answered,
    slowRequestMs: () => live.now.slowRequestMs,
  })

  const { sessionDays } = config.auth
  const komgaSessions = { ...identity, baseUrl: config.baseUrl, now: () => live.now.komga, sessionDays }
  giveKomgaSessions(app, komgaSessions)
  infoRoutes(binder, { version: VERSION, deletesFiles: config.deletesFiles })
  healthRoutes(binder, { health })
  prometheusRoutes(binder, { metrics, isPublic: live.atStart.metricsPublic })
  processRoutes(binder, { connection })
  settingRoutes(binder, { reader, settings, live })
  const { serverName } = served
  const people = signInRoutes(binder, config, { connection, secrets, settings, identity, log, serverName })
  identity.onChange(streams.recheck)
  // Another process has changed somebody's permissions or access.
  connection.wakes.on('accounts', () => {
    accounts.forgetAll()
    streams.recheck()
  })
  const managed = { reader, write, now, accounts, announce: () => connection.wakes.wake('accounts') }
  const users = userRoutes(binder, {
    ...managed,
    grantTags,
    inheritTags,
    capAge,
    confirmOwner: people.confirmOwner,
    notify: people.notify,
    confirmAddress: people.confirmAddress,
  })
  avatarRoutes(binder, { ...managed, pool, drafts: covers })
  childProfileRoutes(binder, { ...managed, signIn: identity.signIn })
  const sharing = { ...managed, series: SHARED_SERIES }
  sharingTagRoutes(binder, sharing)
  accessGroupRoutes(binder, { ...managed, changingMembers })
  preferenceRoutes(binder, { reader, write, now })
  apiKeyRoutes(binder, { reader, write, keys, accounts, now })
  const scans = libraryScans({ now, tasks })
  const folderRules = { dataDir: config.dataDir, roots: config.libraryRoots }
  const libraries = libraryRoutes(binder, {
    reader,
    write,
    now,
    scans,
    schedules: librarySchedules(schedules),
    covers,
    folderRules,
  })
  const requestScan = scanRoutes(binder, { reader, write, now, tasks, folderRules, pool })
  watchRoutes(binder, { reader, watch: config.watch })
  const planning = { ...schedules, store, dataDir: config.dataDir, pool }
  scheduleRoutes(binder, planning)
  libraryJobRoutes(binder, planning)
  duplicateRoutes(binder, { reader, write, pool, now, tasks, log, deletesFiles: config.deletesFiles })
  upkeepRoutes(binder, live, {
    reader,
    write,
    store,
    now,
    tasks,
    pool,
    signingKey: secrets.jwt,
    updates: parts.updates,
  })
  // Before the routes of one task, whose id would be `stream`.
  eventRoutes(binder, { streams, write })
  const cancelTasks = taskRoutes(binder, { reader, write, signal: tasks, handlers, settings, now })
  metricsRoutes(binder, { reader, write, settings, now })
  const browse = filesystemRoutes(binder, { reader, folderRules })
  // Before the routes of one book, whose id would be `errors`.
  bookErrorRoutes(binder, { reader, write, now, tasks })
  // Before the routes of one book or series, whose id would be `bulk`.
  bulkWorkRoutes(binder, { reader, write, tasks, now })
  bulkEditRoutes(binder, { reader, write, tasks, now })
  // Before the routes of one book, whose id would be `move`.
  regroupingRoutes(binder, { reader, write, pool, now, tasks })
  const analyze = analysisRoutes(binder, { reader, write, tasks, now })
  titleRoutes(binder, { reader, write, pool, tasks, now })
  const failures = createPageFailures({ reader, write, now, log })
  const missing = createMissingCovers({ connection, pool, covers, now, log })
  const choosing = { connection, reader, covers, missing, pool, cache, openBooks, failures, log, now }
  const editing = { reader, write, pool, now }
  editingRoutes(binder, { ...editing, coverBack: coverBack(choosing) })
  const purgeLibrary = purgeRoutes(binder, { connection, covers, now })
  const deleteFiles = fileDeletionRoutes(binder, { ...editing, allowed: config.deletesFiles })
  auditRoutes(binder, { reader, drain: identity.failures.drain })
  // Before the routes of one book, whose id would be `download`.
  const archives = createArchives({ reader, openBooks, cache, log })
  downloadRoutes(binder, archives)
  fileSourceRoutes(binder, { reader, pool })
  writeBackRoutes(binder, { reader, write, now, tasks, pool, allowed: config.deletesFiles })
  bookRoutes(binder, { reader, replies })
  seriesRoutes(binder, { reader, replies })
  filterPresetRoutes(binder, { reader, write, now })
  seriesExportRoutes(binder, { reader, write, now, tasks, store })
  dataTransferRoutes(binder, { reader, write, now, tasks, store, dataDir: config.dataDir })
  collectionRoutes(binder, { reader, write, now, replies })
  listFileRoutes(binder, { reader, write, now, replies })
  readListRoutes(binder, { reader, write, now, replies })
  homeRoutes(binder, { reader, write })
  recommendationRoutes(binder, { reader, write, now })
  searchRoutes(binder, { reader, replies })
  nameRoutes(binder, { reader, write, now, tasks })
  pageRoutes(binder, { openBooks, pool, cache, failures, log })
  const makeCovers = coverRoutes(binder, { reader, write, tasks, now, covers, missing, pool, cache })
  chosenCoverRoutes(binder, choosing)
  progressRoutes(binder, { reader, write, clock: now })
  progressionRoutes(binder, { reader, write, clock: now })
  ratingRoutes(binder, { reader, write, now })
  historyRoutes(binder, { reader, write })
  readingSessionRoutes(binder, { reader, write, now })
  statisticsRoutes(binder, { reader, now })
  wantToReadRoutes(binder, { reader, write, now })
  markRoutes(binder, { reader, write, now })
  readerProfileRoutes(binder, { reader, write, now })
  const publications = createOpenPublications({ openBooks, pool })
  publicationRoutes(binder, { publications, tickets, failures })
  const forApps = { reader, write, clock: now, replies, openBooks, pool, cache, failures, log, ...served }
  opds1Routes(binder, { ...forApps, covers, missing })
  opds2Routes(binder, { ...forApps, publications })

  komgaRoutes(binder, {
    ...{ reader, write, clock: now, replies, openBooks, pool, cache, failures, log, covers, missing },
    ...{
      now,
      accounts,
      keys,
      streams,
      archives,
      choosing,
      editing,
      sharing,
      users,
      changeUser: users.change,
      isSetUp: () => anyUserExists(reader),
    },
    ...{ endSession: people.endSession, claim: people.claim, changeOwnPassword: people.changeOwnPassword },
    ...{ libraries, requestScan, analyze, purgeLibrary, deleteFiles, makeCovers, cancelTasks, browse },
    ...{ publications, baseUrl: config.baseUrl, switched: () => live.now.komga, port: config.port, sessionDays },
    leave: request => leaveKomga(request, komgaSessions),
    goOn: (request, account, sessionId) => continueKomga(request, account, sessionId, komgaSessions),
    libraryCover: (asker, id) => libraryCoverAnswer(choosing, asker, id),
  })
  koreaderRoutes(binder, {
    reader,
    write,
    now,
    register: people.register,
    // KOReader knows no e-mail addresses, so there is nothing to confirm.
    mayRegister: async () =>
      (await settings.get('auth.registration_enabled')) && !(await settings.get('auth.email_confirmation')),
  })

  // The router takes the first match: known routes, the 404 of the API, then the web app.
  const path = ownPath(config.baseUrl)
  const docs = config.apiDocsEnabled ? serveApiDocs(app, VERSION, path) : []
  serveUnknown(app, GUARDED, binder.bound)
  const page = { path, isTracing: config.observability?.browser != null }
  const undeclared = new Set([...docs, ...serveWebApp(app, parts.webApp, serverName, page)])
  assertEveryRouteDeclared(app, binder, undeclared)
  const drain = async () => void (await Promise.all([identity.drain(), people.drain()]))
  return { app, drain, streams }
}
