import type { Clock } from '../../kernel/clock'
import type { Viewer } from '../../kernel/viewer'
import { deleteEnded, type EndedStatus } from '../../platform/queue-prune'
import { cancelAllRunning, cancelTask } from '../../platform/queue-steer'
import type { TaskWishes } from './create-task'
import { waitingTasks } from './tasks.queries'
import { visibleTask } from './visible-task'

const ENDED: readonly EndedStatus[] = ['completed', 'failed', 'cancelled']
const DAY_MS = 86_400_000
/** Rows deleted in one transaction: others write between two. */
const BATCH = 500

/** Deletes the tasks that ended that many days ago or earlier, of those that the viewer may see. Answers how many. */
export async function purgeTasks(
  { write }: Pick<TaskWishes, 'write'>,
  viewer: Viewer,
  days: number,
  now: Clock,
): Promise<number> {
  return deleteAll({ write }, now() - days * DAY_MS, viewer)
}

/** Ends what waits, asks what runs to stop, and deletes all that has ended. Answers how many were deleted. */
export async function nukeTasks({ reader, write, handlers }: TaskWishes, viewer: Viewer): Promise<number> {
  for (;;) {
    const ids = await waitingTasks(reader, BATCH)
    if (ids.length === 0) break
    await write(async tx => {
      for (const id of ids) {
        const done = await cancelTask(tx, id)
        if (done?.outcome === 'cancelled') {
          await handlers[done.task.type]?.ended?.(tx, done.task, { status: 'cancelled' })
        }
      }
    })
  }
  await write(cancelAllRunning)
  return deleteAll({ write }, Number.MAX_SAFE_INTEGER, viewer)
}

async function deleteAll({ write }: Pick<TaskWishes, 'write'>, before: number, viewer: Viewer): Promise<number> {
  let deleted = 0
  for (const status of ENDED) {
    for (;;) {
      const part = await write(tx => deleteEnded(tx, { status, before, limit: BATCH, only: visibleTask(viewer) }))
      deleted += part
      if (part < BATCH) break
    }
  }
  return deleted
}
