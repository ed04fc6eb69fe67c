import { z } from 'zod'
import type { Connection, Tx } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import { enqueue } from '../../../platform/queue'
import type { NewTask, TaskHandlers } from '../../../platform/queue.types'
import { taskWork } from '../../../platform/task-work'
import type { Covers } from '../../catalogue/covers'
import { beforeOf, overdueLibraries } from './missing-books.queries'
import { libraryPlace, whoAsked } from './purge.queries'
import { purgeDeleted } from './purge-deleted'

export interface PurgeDeps {
  readonly connection: Connection
  readonly covers: Covers
  readonly now: Clock
}

const Payload = z.object({
  libraryId: z.string().toLowerCase(),
  /** Only books that have been gone for this many days. */
  olderThanDays: z.int().positive().optional(),
})

/** Permanently deletes the hidden books of a library, or those hidden for so many days. */
export function libraryPurge(libraryId: string, olderThanDays?: number): NewTask {
  const payload = { libraryId: libraryId.toLowerCase(), ...(olderThanDays !== undefined && { olderThanDays }) }
  return { type: 'purge_deleted', payload, priority: 550 }
}

/** Purges the libraries with a retention for missing books. */
export function purgeOverdue(now: Clock, tasks: { notify(): void }) {
  return async (tx: Tx): Promise<number> => {
    for (const { id, days } of await overdueLibraries(tx, now())) await enqueue(tx, libraryPurge(id, days))
    tasks.notify()
    return 0
  }
}

/** The task that purges a library. */
export function purgeHandlers({ connection, covers, now }: PurgeDeps): TaskHandlers {
  return {
    purge_deleted: {
      weight: 'heavy',
      async run(context) {
        const { libraryId, olderThanDays } = Payload.parse(context.task.payload)
        const work = taskWork(connection, context)
        const before = beforeOf(olderThanDays, now())
        const place = { ...(await libraryPlace(connection.reader, libraryId)), before }
        const userPk = await whoAsked(connection.reader, context.task.pk)
        const onPurged = (items: number) => {
          work.progress.current += items
          work.progress.total = work.progress.current
          work.processed({ items })
        }
        const deleted = await purgeDeleted({ covers, now, write: work.write, userPk, onPurged }, place)
        return { deleted_count: deleted, library_id: libraryId }
      },
    },
  }
}
