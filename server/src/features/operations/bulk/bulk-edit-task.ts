import { z } from 'zod'
import { notFound } from '../../../kernel/app-error'
import type { TaskContext, TaskDraft, TaskHandlers } from '../../../platform/queue.types'
import { taskWork } from '../../../platform/task-work'
import { type BulkEditRow, findBulkEdit, setBulkEdit } from './bulk-edits.store'
import { type BulkEditDeps, type Run, viewerNow } from './bulk-run'
import { editSelected } from './edit-selected'
import { revertAct } from './revert-act'
import type { Kind } from './selection'

const TASK = 'bulk_edit'
const Payload = z.object({ editId: z.string() })

export function bulkEditTask(editId: string): TaskDraft {
  return { type: TASK, payload: { editId }, priority: 600 }
}

/** The task of a bulk edit, and the one that reverts it. */
export function bulkEditHandlers(deps: BulkEditDeps): TaskHandlers {
  const { connection, now } = deps
  return {
    [TASK]: {
      weight: 'heavy',
      async run(context) {
        const { editId } = Payload.parse(context.task.payload)
        const edit = await findBulkEdit(connection.reader, editId)
        if (!edit) throw notFound('Edit')
        return runEdit(deps, context, edit)
      },
      async ended(tx, task, end) {
        const state = end.status === 'completed' ? 'done' : end.status
        const reason = end.status === 'failed' ? end.error : null
        await setBulkEdit(tx, Payload.parse(task.payload).editId, { state, reason, ended_at: now() })
      },
    },
  }
}

async function runEdit(deps: BulkEditDeps, context: TaskContext, edit: BulkEditRow) {
  const { reader } = deps.connection
  const { id: userId } = await reader.query
    .selectFrom('users')
    .select('id')
    .where('pk', '=', edit.user_pk)
    .executeTakeFirstOrThrow()
  const kind = edit.kind as Kind
  const run: Run = {
    ...deps,
    ...{ edit, kind, isResumed: edit.state === 'running', work: taskWork(deps.connection, context) },
    viewer: right => viewerNow(reader, userId, right),
  }
  await (edit.reverts === null ? editSelected(run) : revertAct(run, edit.reverts))
  const ended = await findBulkEdit(reader, edit.id)
  return { edit_id: edit.id, matched: ended?.matched ?? 0, changed: ended?.changed ?? 0 }
}
