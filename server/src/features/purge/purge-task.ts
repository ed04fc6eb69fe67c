import { z } from 'zod'
import type { Connection } from '../../db'
import type { NewTask, TaskHandlers } from '../../platform/queue.types'
import { taskWork } from '../../platform/task-work'
import type { Covers } from '../covers'
import { libraryPlace } from './purge.queries'
import { purgeDeleted } from './purge-deleted'

export interface PurgeDeps {
  readonly connection: Connection
  readonly covers: Covers
}

const Payload = z.object({ libraryId: z.string().toLowerCase() })

/** Deletes for good what is hidden in a library. */
export function libraryPurge(libraryId: string): NewTask {
  return { type: 'purge_deleted', payload: { libraryId: libraryId.toLowerCase() }, priority: 550 }
}

/** What the worker does with wishes to purge a library. */
export function purgeHandlers({ connection, covers }: PurgeDeps): TaskHandlers {
  return {
    purge_deleted: {
      weight: 'heavy',
      async run(context) {
        const { libraryId } = Payload.parse(context.task.payload)
        const work = taskWork(connection, context)
        const place = await libraryPlace(connection.reader, libraryId)
        const deleted = await purgeDeleted(covers, place, work.write, items => {
          work.progress.current += items
          work.progress.total = work.progress.current
          work.processed({ items })
        })
        return { deleted_count: deleted, library_id: libraryId }
      },
    },
  }
}
