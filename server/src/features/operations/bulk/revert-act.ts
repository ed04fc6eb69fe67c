import { BULK_ACTIONS } from '@octavo/contract/bulk-actions'
import type { Viewer } from '../../../kernel/viewer'
import { manyEdits } from '../../catalogue/editing'
import { addToBulkEdit, setBulkEdit } from './bulk-edits.store'
import type { Run } from './bulk-run'
import { chunkSize } from './chunk-size'
import { idsByKey, stillToEdit } from './selection'
import { refreshEdited, seriesLeft } from './series-left'

/** Reverts the edits of an action, in several transactions. */
export async function revertAct(run: Run, actId: string): Promise<void> {
  const { connection, edit, kind, work, now } = run
  const { reader } = connection
  const right = BULK_ACTIONS.edit.right[kind]
  await run.viewer(right)
  const { total } = await reader.query
    .selectFrom('metadata_edits')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('act_id', '=', actId)
    .where('pk', '>', edit.done_pk ?? 0)
    .executeTakeFirstOrThrow()
  const matched = run.isResumed ? edit.matched : Number(total)
  work.progress.total = matched
  work.progress.current = Math.max(0, matched - Number(total))
  await work.write(tx => setBulkEdit(tx, edit.id, { state: 'running', matched }))
  if (run.isResumed) await refreshEdited(run)
  const chunk = chunkSize(connection.kind, edit.action)
  const series = seriesLeft(run)
  const keyOf = (row: manyEdits.EditRow) => (kind === 'book' ? row.book_pk : row.series_pk) ?? 0
  try {
    for (let after = edit.done_pk ?? 0; ; ) {
      work.signal.throwIfAborted()
      const rows = await manyEdits.editsOfAct(reader, actId, after, chunk.size)
      const last = rows.at(-1)
      if (!last) break
      after = last.pk
      const viewer = await run.viewer(right)
      const seen = new Set(await stillToEdit(reader, viewer, kind, { pks: rows.map(keyOf), actId: edit.id }))
      const edits = rows
        .filter(row => row.reverted_at === null && seen.has(keyOf(row)))
        .map(row => ({ edit: row, pk: keyOf(row) }))
      work.progress.current += rows.length
      if (edits.length > 0) await chunk.timed(() => revertPart(run, viewer, edits, last.pk))
      await series.refresh(edits.map(({ pk }) => pk))
      work.processed({ items: rows.length })
    }
    await series.refresh([])
  } catch (error) {
    await series.giveUp()
    throw error
  }
  await work.write(tx => setBulkEdit(tx, actId, { reverted_at: now() }))
}

async function revertPart(
  { connection, pool, edit, kind, work, now }: Run,
  viewer: Viewer,
  edits: Parameters<typeof manyEdits.revertEdits>[2],
  lastPk: number,
): Promise<void> {
  const { reader } = connection
  const named = edits.filter(({ edit }) => manyEdits.concernsNames(edit)).map(({ pk }) => pk)
  const names = await manyEdits.namesFor({ reader, pool }, kind, named)
  const ids = await idsByKey(
    reader,
    kind,
    edits.map(({ pk }) => pk),
  )
  const options = { names, act: manyEdits.actOf(viewer, 'revert', edit.id), leavesSeries: true }
  await work.write(async tx => {
    const { made, reverts } = await manyEdits.revertEdits(tx, kind, edits, { ...options, now: now() })
    const skipped = [...reverts].flatMap(([pk, revert]) =>
      revert.skipped.map(field => ({ field, id: ids.get(pk) ?? '' })),
    )
    await addToBulkEdit(tx, edit.id, {
      ...{ changed: made.pks.length, skipped },
      done: { done_series: null, done_pk: lastPk },
    })
  })
}
