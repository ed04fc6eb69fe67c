import { join } from 'node:path'
import { startBackground } from './app/background'
import { buildHttp } from './app/http'
import { buildProbes } from './app/probes'
import { scheduleDeps } from './app/seed'
import { taskHandlers } from './app/task-handlers'
import type { Loaded } from './config'
import { connect, migrate } from './db'
import { createCovers } from './features/catalogue/covers'
import { ensureLibrary } from './features/catalogue/libraries'
import { libraryScans } from './features/ingest/scan'
import { pruneEvents, streamCounts } from './features/operations/events'
import { createHealth, healthChecks } from './features/operations/health'
import { startObservability } from './features/operations/observability'
import { startPresence } from './features/operations/processes'
import { createMetrics, observeParts } from './features/operations/prometheus'
import { librarySchedules } from './features/operations/schedules'
import { applySeed } from './features/operations/seed'
import { createUpdates } from './features/operations/updates'
import { loadSecrets } from './features/people/auth'
import { createSetupToken } from './features/people/setup'
import { anyUserExists } from './features/people/users'
import { listen } from './http/listen'
import { createPeerOf } from './http/peer'
import { systemClock } from './kernel/clock'
import { setLimits } from './kernel/limits'
import type { Logger } from './kernel/log'
import { logFilesOf } from './kernel/log-file'
import { reportSlowStatements } from './kernel/slow-statements'
import { VERSION } from './kernel/version'
import { openArtefacts } from './platform/artefacts'
import { createOutboxPump } from './platform/outbox-pump'
import { openPageCache } from './platform/page-cache'
import { createLiveConfig, createLiveSettings } from './platform/settings'
import { createTaskSignal } from './platform/task-signal'
import { storageProblem } from './platform/usable-storage'
import { startParserPool } from './workers'

/** A running Octavo. */
export interface Octavo {
  /** Null for a worker without a health port: it answers no requests. */
  readonly address: { readonly hostname: string; readonly port: number } | null
  /** For the one-time set-up link; null once there is an account. */
  readonly setupToken: string | null
  /** Why it is not ready, though it answers; null if it is. */
  readonly problem: string | null
  stop(): Promise<void>
}

export interface StartOptions {
  /** Each becomes a library and is scanned. */
  readonly folders: readonly string[]
  /** False for a worker. */
  readonly http: boolean
  readonly log: Logger
  /** For passwords that a seed file names by their variable. */
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/** Running requests may take this long to end when the process is asked to stop. */
const STOP_GRACE_MS = 8_000
/** The web app's folder is equally far from here and from a built server. */
const WEB_APP = join(import.meta.dir, '../../web/dist')

/** The composition root: the only place that knows everyone. */
export async function startOctavo(loaded: Loaded, options: StartOptions): Promise<Octavo> {
  // Stops whatever has started, in reverse order: on request, or when a later part fails to start.
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
  { folders, http, log, environment = {} }: StartOptions,
  started: AsyncDisposableStack,
): Promise<Omit<Octavo, 'stop'>> {
  const { config: given } = loaded
  const databasePool = http ? given.databasePool : Math.ceil(given.databasePool / 2)
  const connection = await connect({ ...given, databasePool })
  started.defer(() => connection.close())
  for (const notice of connection.notices) log.warn(notice)
  const applied = await migrate(connection)
  if (applied.length > 0) log.info({ migrations: applied }, 'database is up to date')
  const { reader, write, wakes } = connection
  const settings = createLiveSettings({ reader, write, now: systemClock, wakes, given: loaded })
  const live = await createLiveConfig({ loaded, settings, log, shared: connection.kind === 'postgres' })
  started.defer(live.stop)
  const config = live.atStart
  live.follow(({ limits, logLevel, slowQueryMs }) => {
    setLimits(limits)
    log.level = logLevel
    reportSlowStatements(slowQueryMs, (statement, ms) => log.warn({ statement, ms }, 'slow statement'))
  })
  const secrets = await loadSecrets({ connection, dataDir: config.dataDir, jwtSecret: config.auth.jwtSecret })
  const presence = await startPresence({ connection, kind: http ? 'serve' : 'worker', version: VERSION, log })
  started.defer(() => presence.stop())
  const pool = startParserPool({ size: config.parserProcesses, ...config.parserLimits })
  started.defer(() => pool.close())

  const tasks = createTaskSignal(connection.wakes)
  const store = openArtefacts(config.storage, config.dataDir)
  const problem = await storageProblem(store, config.storage, config.dataDir)
  if (problem) log.warn(problem)
  const covers = createCovers({ store, dataDir: config.dataDir })
  const pages = http ? openPageCache(config, store, log) : null
  const metrics = createMetrics(VERSION)
  const identity = { id: presence.id, kind: http ? ('serve' as const) : ('worker' as const), version: VERSION }
  const observing = await startObservability({ config: config.observability, metrics, process: identity, log })
  started.defer(observing.stop)
  observeParts(metrics, { connection, pool, store, pages, streams: streamCounts })
  const health = createHealth(healthChecks({ connection, store, folders: [config.dataDir] }), systemClock)
  const schedules = scheduleDeps(connection, { settings, tasks, log })
  const scans = libraryScans({ now: systemClock, tasks })
  const folderRules = { dataDir: config.dataDir, roots: config.libraryRoots }
  const makes = { reader, write, now: systemClock, scans, schedules: librarySchedules(schedules), folderRules }
  if (http && config.seedFile !== null) {
    const seeded = await applySeed({ ...makes, settings, environment }, config.seedFile)
    if (Object.values(seeded).some(count => count > 0)) log.info(seeded, 'seed applied')
  }
  for (const folder of folders) await ensureLibrary(makes, folder)

  // Servers need the handlers too: cancelling a pending task ends it within the request.
  const { dataDir, deletesFiles: writesFiles } = config
  const { databaseUrl, storage } = config
  const { jwtSecret } = config.auth
  const backedUp = { dataDir, databaseUrl, storage, jwtSecret, configFile: loaded.file }
  const backupJob = () => ({ ...backedUp, ...config.backup, keep: live.now.backup.keep })
  const logFiles = config.logFile === null ? [] : logFilesOf(config.logFile)
  const handling = { connection, pool, covers, store, dataDir, now: systemClock, log, writesFiles, backupJob, logFiles }
  const handlers = taskHandlers(handling)

  let address: Octavo['address'] = null
  if (pages) {
    const updates = createUpdates({ url: config.updatesUrl, log })
    started.defer(async () => updates.stop())
    const pruning = await pruneEvents({ reader, write, log })
    started.defer(pruning.stop)
    const pump = createOutboxPump({ connection, log })
    started.defer(pump.stop)
    const { app, drain, streams } = buildHttp(live, {
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
      updates,
      webApp: WEB_APP,
      log,
    })
    started.defer(drain)
    const listening = listen(app, { hostname: config.host, port: config.port }, createPeerOf(config.trustedProxies))
    started.defer(() => listening.stop(STOP_GRACE_MS))
    // Before the server closes: open streams would delay it.
    started.defer(streams.stop)
    address = listening
  }

  if (!http && config.workerHealthPort !== null) {
    const probes = buildProbes(live, { connection, secrets, health, metrics, log })
    started.defer(probes.drain)
    const at = { hostname: config.host, port: config.workerHealthPort }
    const listening = listen(probes.app, at, createPeerOf(config.trustedProxies))
    started.defer(() => listening.stop(STOP_GRACE_MS))
    address = listening
  }

  await startBackground(
    live,
    { connection, pool, settings, schedules, tasks, store, handlers, metrics, presence, http, log },
    started,
  )
  // Stops first: the rest still works while load balancers notice.
  if (http) started.defer(() => Bun.sleep(live.now.stopNoticeMs))
  started.defer(health.beginToStop)
  const setupToken = (await anyUserExists(connection.reader)) ? null : createSetupToken(secrets.jwt)
  return { address, setupToken, problem }
}
