import * as contract from '@octavo/contract/clean-up'
import type { Write } from '../../db'
import type { Binder } from '../../http/bind'
import { LIMITS } from '../../kernel/limits'
import type { Viewer } from '../../kernel/viewer'
import { enqueue } from '../../platform/queue'
import type { TaskSignal } from '../../platform/task-signal'
import { ORPHAN_CLEAN_UP, PAGE_CLEAN_UP, pageCacheFolder } from './clean-up-tasks'
import type { OrphanDeps } from './orphans'
import { humanBytes, prunePages } from './page-cache'
import { cleanupView, orphanStats, removeOrphans } from './remove-orphans'

export interface CleanUpRouteDeps extends OrphanDeps {
  readonly write: Write
  readonly tasks: TaskSignal
}

/** Removing what belongs to nothing, and pages that can be made again. */
export function cleanUpRoutes(binder: Binder, deps: CleanUpRouteDeps): void {
  const { write, tasks, store, dataDir, now } = deps

  binder.bind(contract.triggerCleanup, async ({ viewer }) => ({
    taskId: await put(viewer, ORPHAN_CLEAN_UP),
    message: 'Cleanup task queued successfully',
  }))

  binder.bind(contract.deleteOrphans, async () => cleanupView(await removeOrphans(deps, async () => undefined)))

  binder.bind(contract.getOrphanStats, async ({ query }) => {
    const { orphanedFiles: _, ...stats } = await orphanStats(deps, query.includeFiles)
    return stats
  })

  binder.bind(contract.triggerPdfCacheCleanup, async ({ viewer }) => ({
    taskId: await put(viewer, PAGE_CLEAN_UP),
    message: 'PDF cache cleanup task queued successfully',
    maxAgeDays: LIMITS.pages.cacheDays,
  }))

  binder.bind(contract.clearPdfCache, async () => {
    const { files, bytes } = await prunePages({ folder: pageCacheFolder(dataDir), store }, 0, now())
    return { filesDeleted: files, bytesReclaimed: bytes, bytesReclaimedHuman: humanBytes(bytes) }
  })

  /** The one that waits or runs already is as good. */
  async function put(viewer: Viewer, task: typeof ORPHAN_CLEAN_UP): Promise<string> {
    const { id } = await write(tx => enqueue(tx, { ...task, requestedByPk: viewer.userPk }))
    tasks.notify()
    return id
  }
}
