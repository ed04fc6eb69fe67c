import type { BulkActionName } from '@octavo/contract/bulk-actions'
import { BulkSelection } from '@octavo/contract/bulk-edit'
import { z } from 'zod'
import type { Tx } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { enqueue } from '../../../platform/queue'
import { manyEdits } from '../../catalogue/editing'
import { actionNamed, type BulkAction } from './bulk-actions'
import { addToBulkEdit, setBulkEdit } from './bulk-edits.store'
import type { Run } from './bulk-run'
import { chunkSize } from './chunk-size'
import { type Chosen, inOrder, selectedKeys, stillToEdit } from './selection'
import { refreshEdited, seriesLeft } from './series-left'

const Stored = z.looseObject({ type: z.custom<BulkActionName>(), includeLocked: z.boolean() })
type Stored = z.infer<typeof Stored>

/** Part of the selection, and the progress after editing it. */
interface Part {
  readonly viewer: Viewer
  readonly pks: readonly number[]
  readonly last: Chosen
}

/** Applies the action of an edit, part of the selection in each transaction. */
export async function editSelected(run: Run): Promise<void> {
  const { connection, edit, kind, work } = run
  const stored = Stored.parse(JSON.parse(edit.action))
  const action = actionNamed(stored.type)
  const right = action.right[kind]
  const selection = BulkSelection.parse(JSON.parse(edit.selection))
  const chosen = await inOrder(
    connection.reader,
    kind,
    await selectedKeys(connection.reader, await run.viewer(right), kind, selection),
  )
  const rest = run.isResumed ? chosen.filter(one => isAfter(one, edit)) : chosen
  // A condition may match fewer items after earlier changes of the edit.
  const matched = run.isResumed ? Math.max(edit.matched, rest.length) : chosen.length
  work.progress.total = matched
  work.progress.current = matched - rest.length
  await work.write(tx => setBulkEdit(tx, edit.id, { state: 'running', matched }))
  if (run.isResumed && action.isEdit) await refreshEdited(run)
  const chunk = chunkSize(connection.kind, edit.action)
  const series = seriesLeft(run)
  try {
    for (let at = 0; at < rest.length; ) {
      work.signal.throwIfAborted()
      const part = rest.slice(at, at + (action.isEdit ? chunk.size : action.atOnce))
      at += part.length
      const [last] = part.slice(-1)
      if (!last) break
      const keys = part.map(({ pk }) => pk)
      const viewer = await run.viewer(right)
      const pks = await stillToEdit(connection.reader, viewer, kind, { pks: keys, actId: edit.id })
      work.progress.current += part.length
      if (pks.length > 0) await chunk.timed(() => editPart(run, action, stored, { viewer, pks, last }))
      if (action.isEdit) await series.refresh(keys)
      work.processed({ items: pks.length })
    }
    if (action.isEdit) await series.refresh([])
  } catch (error) {
    await series.giveUp()
    throw error
  }
  await work.write(async () => undefined)
}

function isAfter({ pk, seriesPk }: Chosen, { done_series, done_pk }: Run['edit']): boolean {
  if (done_series === null || done_pk === null) return true
  return seriesPk > done_series || (seriesPk === done_series && pk > done_pk)
}

async function editPart(run: Run, action: BulkAction, stored: Stored, { viewer, pks, last }: Part): Promise<void> {
  const { connection, pool, edit, kind, work, now } = run
  const { reader } = connection
  const done = { done_series: last.seriesPk, done_pk: last.pk }
  if (!action.isEdit) {
    const drafts = await action.tasks(stored, reader, kind, pks)
    await work.write(async tx => {
      for (const draft of drafts) await enqueue(tx, { ...draft, requestedByPk: edit.user_pk })
      await addToBulkEdit(tx, edit.id, { changed: pks.length, skipped: [], done })
    })
    return
  }
  const act = manyEdits.actOf(viewer, action.origin, edit.id)
  const save = async (tx: Tx, { pks, skipped }: manyEdits.EditsMade) =>
    addToBulkEdit(tx, edit.id, { changed: pks.length, skipped: [...skipped], done })
  if (kind === 'book') {
    const { change, naming } = action.books(stored, stored.includeLocked)
    const byRules = await manyEdits.booksByRules({ reader, pool }, pks, naming)
    const options = { act, byRules, leavesSeries: true }
    await work.write(async tx => save(tx, await manyEdits.editBooks(tx, pks, change, { ...options, now: now() })))
    return
  }
  const { change, naming } = action.series(stored, stored.includeLocked)
  const byRules = await manyEdits.seriesByRules({ reader, pool }, pks, naming)
  await work.write(async tx => save(tx, await manyEdits.editManySeries(tx, pks, change, { act, byRules, now: now() })))
}
