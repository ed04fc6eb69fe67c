import type { Connection } from '../db'
import { pruneHistory } from '../features/catalogue/editing'
import { pruneNameChanges } from '../features/catalogue/names'
import { finishDeletions } from '../features/ingest/file-deletion'
import { purgeOverdue } from '../features/ingest/purge'
import { pruneRegroupings } from '../features/ingest/regrouping'
import { pruneScans } from '../features/ingest/scan'
import { pruneDrafts } from '../features/operations/backups'
import { pruneBulkEdits } from '../features/operations/bulk'
import { pruneImports } from '../features/operations/data-transfer'
import { pruneExports } from '../features/operations/exports'
import { pruneMetrics } from '../features/operations/metrics'
import { measureDaily } from '../features/operations/storage'
import { pruneTasks } from '../features/operations/tasks'
import { pruneLinks } from '../features/people/account-links'
import { pruneAudit, pruneAuditExcess } from '../features/people/audit'
import { pruneFlows } from '../features/people/oidc'
import { pruneChallenges } from '../features/people/passkeys'
import { pruneSessions } from '../features/people/sessions'
import { repairReadingSums } from '../features/reading/reading-log'
import { systemClock } from '../kernel/clock'
import { LIMITS } from '../kernel/limits'
import type { ArtefactStore } from '../platform/artefact-store'
import { pruneSharedPages } from '../platform/page-cache'
import type { PruneJob } from '../platform/pruning'
import { type LiveConfig, type LiveSettings, pruneSettings } from '../platform/settings'
import type { TaskSignal } from '../platform/task-signal'
import type { ParserPool } from '../workers'

/** An audit entry older than this without an end counts as interrupted; at the start all of them do. */
const ACT_MS = 60_000

/** Expiring rows, by the name used in the log. */
export function pruningJobs(
  live: LiveConfig,
  parts: {
    readonly connection: Connection
    readonly pool: ParserPool
    readonly settings: LiveSettings
    readonly tasks: TaskSignal
    readonly store: ArtefactStore
  },
): Readonly<Record<string, PruneJob>> {
  const { pool, settings, tasks, store } = parts
  const { reader, write } = parts.connection
  return {
    tasks: pruneTasks(settings, systemClock),
    metrics: pruneMetrics(settings, systemClock),
    acts: async () => {
      await finishDeletions({ reader, write, pool, now: systemClock }, systemClock() - ACT_MS)
      return async () => 0
    },
    readingSums: repairReadingSums({ reader, write }, systemClock),
    missing: async () => purgeOverdue(systemClock, tasks),
    audit: pruneAudit(settings, systemClock),
    edits: pruneHistory(settings, systemClock),
    nameChanges: pruneNameChanges(settings, systemClock),
    regroupings: pruneRegroupings(settings, systemClock),
    bulkEdits: pruneBulkEdits(settings, systemClock),
    auditExcess: pruneAuditExcess(reader),
    exports: pruneExports(reader, store, systemClock),
    imports: pruneImports(reader, store, systemClock),
    storage: measureDaily(reader, tasks, systemClock),
    settings: pruneSettings(),
    scans: async () => (tx, limit) => pruneScans(tx, LIMITS.scan.reports, limit),
    sessions: async () => (tx, limit) => pruneSessions(tx, systemClock(), limit),
    flows: async () => (tx, limit) => pruneFlows(tx, systemClock(), limit),
    links: async () => (tx, limit) => pruneLinks(tx, systemClock(), limit),
    challenges: async () => (tx, limit) => pruneChallenges(tx, systemClock(), limit),
    pages: () => pruneSharedPages(store, live.now.pageCacheBytes),
    drafts: pruneDrafts(live.atStart.backup.folder, systemClock),
  }
}
