import { BULK_ACTIONS } from '@octavo/contract/bulk-actions'
import * as contract from '@octavo/contract/bulk-edit'
import type { Reader } from '../../../db'
import { type Binder, requirePermission } from '../../../http/bind'
import { notFound, refused } from '../../../kernel/app-error'
import { newId } from '../../../kernel/ids'
import { LIMITS } from '../../../kernel/limits'
import type { Viewer } from '../../../kernel/viewer'
import { enqueue } from '../../../platform/queue'
import { recordTask, type TaskRequests } from '../../../platform/task-requests'
import { manyEdits } from '../../catalogue/editing'
import { actionNamed } from './bulk-actions'
import { bulkEditTask } from './bulk-edit-task'
import { bulkEditView, findBulkEdit, insertBulkEdit, isBeingReverted, setBulkEdit } from './bulk-edits.store'
import { previewEdit, type Requested } from './preview-edit'
import { type Kind, selectedKeys } from './selection'

/** Bulk edits by ids or by a condition: preview, task, and revert. */
export function bulkEditRoutes(binder: Binder, deps: TaskRequests & { readonly reader: Reader }): void {
  const { reader, write, tasks, now } = deps

  async function put(
    viewer: Viewer,
    kind: Kind,
    {
      action,
      selection,
      reverts = null,
    }: {
      action: { readonly type: string; readonly includeLocked?: boolean }
      selection: object
      reverts?: string | null
    },
  ): Promise<{ editId: string; taskId: string }> {
    const id = newId()
    const stored = { action: bounded(action, 'action'), selection: bounded(selection, 'selection') }
    const taskId = await write(async tx => {
      if (reverts !== null && (await isBeingReverted(tx, reverts)))
        throw refused('Conflict', 'task_waits', 'This edit is already being reverted')
      await insertBulkEdit(tx, { id, user_pk: viewer.userPk, kind, ...stored, reverts, created_at: now() })
      const { id: taskId } = await enqueue(tx, { ...bulkEditTask(id), requestedByPk: viewer.userPk })
      await setBulkEdit(tx, id, { task_id: taskId })
      const details = { task: 'bulk_edit', kind, action: action.type }
      await recordTask(tx, viewer, taskId, 'task_requested', { now: now(), details })
      return taskId
    })
    tasks.notify()
    return { editId: id, taskId }
  }

  async function start(
    viewer: Viewer,
    requested: Requested,
    body: { selection: contract.BulkSelection; includeLocked?: boolean | undefined },
  ) {
    const { kind, action } = requested
    check(viewer, requested)
    const { length } = await selectedKeys(reader, viewer, kind, body.selection)
    const includeLocked = body.includeLocked ?? false
    const queued = await put(viewer, kind, { action: { ...action, includeLocked }, selection: body.selection })
    return { ...queued, message: `Edit queued for ${length} ${kind === 'book' ? 'books' : 'series'}` }
  }
  const preview = (
    viewer: Viewer,
    requested: Requested,
    body: { selection: contract.BulkSelection; includeLocked?: boolean | undefined },
  ) => {
    check(viewer, requested)
    return previewEdit(reader, viewer, requested, {
      selection: body.selection,
      includeLocked: body.includeLocked ?? false,
    })
  }

  binder.bind(contract.previewBookEdit, ({ viewer, body }) =>
    preview(viewer, { kind: 'book', action: body.action }, body),
  )
  binder.bind(contract.previewSeriesEdit, ({ viewer, body }) =>
    preview(viewer, { kind: 'series', action: body.action }, body),
  )
  binder.bind(contract.startBookEdit, ({ viewer, body }) => start(viewer, { kind: 'book', action: body.action }, body))
  binder.bind(contract.startSeriesEdit, ({ viewer, body }) =>
    start(viewer, { kind: 'series', action: body.action }, body),
  )

  binder.bind(contract.getBulkEdit, async ({ viewer, params }) => {
    const row = await findBulkEdit(reader, params.edit_id)
    if (row?.user_pk !== viewer.userPk) throw notFound('Edit')
    return bulkEditView(row)
  })

  binder.bind(contract.revertBulkEdit, async ({ viewer, params }) => {
    const actId = params.edit_id.toLowerCase()
    const [first] = await manyEdits.editsOfAct(reader, actId, 0, 1)
    if (first?.user_pk !== viewer.userPk) throw notFound('Edit')
    const known = await findBulkEdit(reader, actId)
    if (known && (known.state === 'pending' || known.state === 'running'))
      throw refused('Conflict', 'task_waits', 'This edit is still running')
    const kind = first.book_pk === null ? 'series' : 'book'
    requirePermission(viewer, BULK_ACTIONS.edit.right[kind])
    const started = await put(viewer, kind, { action: { type: 'revert' }, selection: {}, reverts: actId })
    return { ...started, message: 'Revert queued' }
  })
}

/** @throws Forbidden without permission; BadRequest for values that no book or series accepts */
function check(viewer: Viewer, { kind, action }: Requested): void {
  const does = actionNamed(action.type)
  requirePermission(viewer, does.right[kind])
  if (!does.isEdit) return
  if (kind === 'book') does.books(action, false)
  else does.series(action, false)
}

/** @throws BadRequest for a value too large to store */
function bounded(value: object, path: string): string {
  const text = JSON.stringify(value)
  if (text.length <= LIMITS.bulk.request) return text
  const { request: max } = LIMITS.bulk
  throw refused('BadRequest', 'text_long', `${path}: at most ${max} characters as JSON`, { path, max })
}
