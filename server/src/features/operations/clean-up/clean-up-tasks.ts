import { join } from 'node:path'
import type { Connection } from '../../../db'
import { LIMITS } from '../../../kernel/limits'
import type { TaskDraft, TaskHandlers } from '../../../platform/queue.types'
import { taskWork } from '../../../platform/task-work'
import type { OrphanDeps } from './orphans'
import { humanBytes, prunePages } from './page-cache'
import { removeOrphans } from './remove-orphans'

export interface CleanUpDeps extends Omit<OrphanDeps, 'reader'> {
  readonly connection: Connection
}

export const ORPHAN_CLEAN_UP: TaskDraft = { type: 'cleanup_orphaned_files', payload: {}, priority: 100 }
export const PAGE_CLEAN_UP: TaskDraft = { type: 'cleanup_pdf_cache', payload: {}, priority: 100 }

const DAY_MS = 86_400_000

/** Task handlers that remove orphaned files. */
export function cleanUpHandlers(deps: CleanUpDeps): TaskHandlers {
  const { reader } = deps.connection
  return {
    cleanup_orphaned_files: {
      async run(context) {
        const work = taskWork(deps.connection, context)
        const removed = await removeOrphans({ ...deps, reader }, async ({ thumbnails, covers, temporary }) => {
          const files = thumbnails + covers + temporary
          work.signal.throwIfAborted()
          work.processed({ items: files - work.progress.current })
          work.progress.current = files
          await work.write(async () => undefined)
        })
        for (const error of removed.errors) work.note('warn', error)
        return {
          thumbnails_deleted: removed.thumbnails,
          covers_deleted: removed.covers,
          temporary_files_deleted: removed.temporary,
          bytes_freed: removed.bytes,
          failures: removed.failures,
          errors: removed.errors,
        }
      },
    },
    cleanup_pdf_cache: {
      async run(context) {
        const maxAgeDays = LIMITS.pages.cacheDays
        const caches = { folder: pageCacheFolder(deps.dataDir), store: deps.store }
        const pruned = await prunePages(caches, maxAgeDays * DAY_MS, deps.now(), context.signal)
        context.processed({ items: pruned.files, bytes: pruned.bytes })
        return {
          files_deleted: pruned.files,
          bytes_reclaimed: pruned.bytes,
          bytes_reclaimed_human: humanBytes(pruned.bytes),
          max_age_days: maxAgeDays,
          files_remaining: pruned.filesLeft,
          bytes_remaining: pruned.bytesLeft,
          bytes_remaining_human: humanBytes(pruned.bytesLeft),
        }
      },
    },
  }
}

export function pageCacheFolder(dataDir: string): string {
  return join(dataDir, 'cache', 'pages')
}
