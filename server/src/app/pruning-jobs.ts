import type { Connection } from '../db'
import { pruneLinks } from '../features/account-links'
import { pruneAudit } from '../features/audit'
import { settleActs } from '../features/file-deletion'
import { pruneMetrics } from '../features/metrics'
import { pruneFlows } from '../features/oidc'
import { pruneChallenges } from '../features/passkeys'
import { purgeOverdue } from '../features/purge'
import { pruneScans } from '../features/scan'
import { pruneSessions } from '../features/sessions'
import { type LiveConfig, type LiveSettings, pruneSettings } from '../features/settings'
import { pruneTasks } from '../features/tasks'
import { systemClock } from '../kernel/clock'
import { LIMITS } from '../kernel/limits'
import type { ArtefactStore } from '../platform/artefacts'
import { pruneSharedPages } from '../platform/page-cache'
import type { PruneJob } from '../platform/pruning'
import type { TaskSignal } from '../platform/task-signal'

/** An act that began so long ago and has no end is taken for cut off; at the start all are. */
const ACT_MS = 60_000

/** What is kept no longer, by the name under which its deletion is logged. */
export function pruningJobs(
  live: LiveConfig,
  parts: {
    readonly connection: Connection
    readonly settings: LiveSettings
    readonly tasks: TaskSignal
    readonly store: ArtefactStore
  },
): Readonly<Record<string, PruneJob>> {
  const { settings, tasks, store } = parts
  const { reader, write } = parts.connection
  return {
    tasks: pruneTasks(settings, systemClock),
    metrics: pruneMetrics(settings, systemClock),
    acts: async () => {
      await settleActs({ reader, write, now: systemClock }, systemClock() - ACT_MS)
      return async () => 0
    },
    missing: async () => purgeOverdue(systemClock, tasks),
    audit: pruneAudit(settings, systemClock),
    settings: pruneSettings(),
    scans: async () => (tx, limit) => pruneScans(tx, LIMITS.scan.reports, limit),
    sessions: async () => (tx, limit) => pruneSessions(tx, systemClock(), limit),
    flows: async () => (tx, limit) => pruneFlows(tx, systemClock(), limit),
    links: async () => (tx, limit) => pruneLinks(tx, systemClock(), limit),
    challenges: async () => (tx, limit) => pruneChallenges(tx, systemClock(), limit),
    pages: () => pruneSharedPages(store, live.now.pageCacheBytes),
  }
}
