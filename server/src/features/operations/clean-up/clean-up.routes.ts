import * as contract from '@octavo/contract/clean-up'
import type { Binder } from '../../../http/bind'
import { LIMITS } from '../../../kernel/limits'
import type { Viewer } from '../../../kernel/viewer'
import { recordAct } from '../../../platform/audit-log'
import { askForTask, type TaskRequests } from '../../../platform/task-requests'
import { ORPHAN_CLEAN_UP, PAGE_CLEAN_UP, pageCacheFolder } from './clean-up-tasks'
import type { OrphanDeps } from './orphans'
import { humanBytes, prunePages } from './page-cache'
import { cleanupView, orphanStats, removeOrphans } from './remove-orphans'

export type CleanUpRouteDeps = OrphanDeps & TaskRequests

/** Orphans: not owned by any book, person or library. */
const SERVER = { kind: 'server', id: null, name: '' } as const

/** Removing orphaned files and cached pages. */
export function cleanUpRoutes(binder: Binder, deps: CleanUpRouteDeps): void {
  const { write, store, dataDir, now } = deps

  binder.bind(contract.triggerCleanup, async ({ viewer }) => ({
    ...(await askForTask(deps, viewer, ORPHAN_CLEAN_UP)),
    message: 'Cleanup task queued successfully',
  }))

  binder.bind(contract.deleteOrphans, async ({ viewer }) => {
    const removed = await removeOrphans(deps, async () => undefined)
    await record(viewer, 'orphans', {
      files: removed.thumbnails + removed.covers + removed.temporary,
      bytes: removed.bytes,
    })
    return cleanupView(removed)
  })

  binder.bind(contract.getOrphanStats, async ({ query }) => {
    const { orphanedFiles: _, ...stats } = await orphanStats(deps, query.includeFiles)
    return stats
  })

  binder.bind(contract.triggerPdfCacheCleanup, async ({ viewer }) => ({
    ...(await askForTask(deps, viewer, PAGE_CLEAN_UP)),
    message: 'PDF cache cleanup task queued successfully',
    maxAgeDays: LIMITS.pages.cacheDays,
  }))

  binder.bind(contract.clearPdfCache, async ({ viewer }) => {
    const { files, bytes } = await prunePages({ folder: pageCacheFolder(dataDir), store }, 0, now())
    await record(viewer, 'pages', { files, bytes })
    return { filesDeleted: files, bytesReclaimed: bytes, bytesReclaimedHuman: humanBytes(bytes) }
  })

  /** Removed files can be generated again, so they are logged afterwards, and only if there were any. */
  async function record(viewer: Viewer, what: 'orphans' | 'pages', removed: { files: number; bytes: number }) {
    if (removed.files === 0) return
    const details = { what, deletedFiles: removed.files, deletedBytes: removed.bytes }
    await write(tx => recordAct(tx, viewer, 'files_cleaned_up', SERVER, { now: now(), details }))
  }
}
