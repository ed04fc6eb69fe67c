import type { Viewer } from '../../../kernel/viewer'
import { beginAct, endAct, type NewAct, withdrawAct } from '../../../platform/audit-log'
import { deleteEnded, type EndedStatus } from '../../../platform/queue-prune'
import { cancelAllRunning, cancelTask } from '../../../platform/queue-steer'
import type { TaskDeps } from './create-task'
import { waitingTasks } from './tasks.queries'
import { visibleTask } from './visible-task'

const ENDED: readonly EndedStatus[] = ['completed', 'failed', 'cancelled']
const DAY_MS = 86_400_000
/** Rows deleted per transaction, so that others can write in between. */
const BATCH = 500

/** Deletes visible tasks that ended at least so many days ago. Returns their number. */
export async function purgeTasks(deps: Deleting, viewer: Viewer, days: number): Promise<number> {
  const act = { days }
  const { deleted } = await noted(deps, viewer, act, async () => {
    return { ...act, deleted: await deleteAll(deps, deps.now() - days * DAY_MS, viewer) }
  })
  return deleted
}

/** Cancels pending tasks, stops running ones, and deletes all ended ones. Returns the number deleted. */
export async function nukeTasks(deps: TaskDeps, viewer: Viewer): Promise<number> {
  const act = { all: true }
  const done = await noted(deps, viewer, act, async () => {
    const cancelled = (await cancelPending(deps)) + (await deps.write(cancelAllRunning))
    return { ...act, cancelled, deleted: await deleteAll(deps, Number.MAX_SAFE_INTEGER, viewer) }
  })
  return done.deleted
}

/** Cancels pending tasks; running ones go on. Returns their number. */
export async function cancelPendingTasks(deps: TaskDeps, viewer: Viewer): Promise<number> {
  const done = await noted(deps, viewer, { pending: true }, async () => {
    return { pending: true, cancelled: await cancelPending(deps), deleted: 0 }
  })
  return done.cancelled
}

async function cancelPending({ reader, write, handlers }: TaskDeps): Promise<number> {
  let cancelled = 0
  for (;;) {
    const ids = await waitingTasks(reader, BATCH)
    if (ids.length === 0) return cancelled
    await write(async tx => {
      for (const id of ids) {
        const done = await cancelTask(tx, id)
        if (done?.outcome === 'cancelled') {
          await handlers[done.task.type]?.ended?.(tx, done.task, { status: 'cancelled' })
        }
      }
    })
    cancelled += ids.length
  }
}

type Deleting = Pick<TaskDeps, 'write' | 'now'>

/**
 * Begins the audit entry before the first task is deleted, and ends it with the number; no entry if none was deleted.
 */
async function noted<Done extends { readonly deleted: number; readonly cancelled?: number }>(
  { write, now }: Deleting,
  { userPk }: Viewer,
  details: Readonly<Record<string, unknown>>,
  work: () => Promise<Done>,
): Promise<Done> {
  const act: NewAct = {
    action: 'tasks_deleted',
    userPk: userPk || null,
    subject: { kind: 'server', id: null, name: '' },
    details,
  }
  const { pk } = await write(tx => beginAct(tx, act, now()))
  try {
    const done = await work()
    const hasChanged = done.deleted + (done.cancelled ?? 0) > 0
    await write(tx => (hasChanged ? endAct(tx, pk, { outcome: 'done', details: done }, now()) : withdrawAct(tx, pk)))
    return done
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    await write(tx => endAct(tx, pk, { outcome: 'failed', message }, now()))
    throw error
  }
}

async function deleteAll({ write }: Pick<TaskDeps, 'write'>, before: number, viewer: Viewer): Promise<number> {
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
