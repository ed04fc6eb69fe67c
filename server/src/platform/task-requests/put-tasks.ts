import type { Viewer } from '../../kernel/viewer'
import { enqueue } from '../queue'
import type { TaskDraft } from '../queue.types'
import { nextTurn } from '../task-work'
import { kindOf, type TaskRequests } from './ask-for-task'
import { recordTask } from './record-task'

/** Tasks enqueued in one transaction. */
const AT_ONCE = 50

/**
 * Enqueues many tasks of a person; the audit log has one entry with the given details, linked to the first of them.
 * Returns how many are pending or running because of it, including equal existing ones.
 */
export async function putTasks(
  { write, tasks, now }: TaskRequests,
  viewer: Viewer,
  drafts: readonly TaskDraft[],
  details: Readonly<Record<string, unknown>>,
): Promise<number> {
  for (let at = 0; at < drafts.length; at += AT_ONCE) {
    await write(async tx => {
      for (const [index, draft] of drafts.slice(at, at + AT_ONCE).entries()) {
        const { id } = await enqueue(tx, { ...draft, requestedByPk: viewer.userPk })
        if (at + index > 0) continue
        const { task } = kindOf(draft)
        await recordTask(tx, viewer, id, 'task_requested', { now: now(), details: { task, ...details } })
      }
    })
    await nextTurn()
  }
  tasks.notify()
  return drafts.length
}
