import { BookBulkAction, BulkSelection, SeriesBulkAction } from '@octavo/contract/bulk-edit'
import { z } from 'zod'
import type { Connection, Tx } from '../../../db'
import { AppError, notFound } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { enqueue } from '../../../platform/queue'
import type { TaskContext, TaskDraft, TaskHandlers } from '../../../platform/queue.types'
import { type TaskWork, taskWork } from '../../../platform/task-work'
import type { ParserPool } from '../../../workers/pool.types'
import { coverTasks } from '../../catalogue/covers'
import { manyEdits } from '../../catalogue/editing'
import { refreshSeries } from '../../catalogue/series'
import { bookAnalysis, numberingOfSeries, seriesAnalysis } from '../../ingest/analysis'
import { type AccountCache, createAccountCache } from '../../people/users'
import { bookEditOf, namingOf, rowsAtOnce, seriesEditOf } from './bulk-actions.rules'
import { addToBulkEdit, type BulkEditRow, findBulkEdit, setBulkEdit } from './bulk-edits.store'
import {
  bySeries,
  idsByKey,
  idsOf,
  type Kind,
  selectedKeys,
  seriesKeysOf,
  seriesOfBooks,
  stillToEdit,
} from './selection'

const TASK = 'bulk_edit'
const Payload = z.object({ editId: z.string() })
const Stored = z.object({ includeLocked: z.boolean() })

/** Rows of one transaction: others write in between. */
const AT_ONCE = 20
/** Books or series of one task that reads or draws them. */
const OF_ONE_TASK = 200

export function bulkEditTask(editId: string): TaskDraft {
  return { type: TASK, payload: { editId }, priority: 600 }
}

export interface BulkEditDeps {
  readonly connection: Connection
  readonly pool: Pick<ParserPool, 'names'>
  readonly now: Clock
}

interface Run extends BulkEditDeps {
  readonly work: TaskWork
  readonly edit: BulkEditRow
  readonly kind: Kind
  /** Who edits, with what they may see and do now. */
  viewer(): Promise<Viewer>
}

/** The task that edits many books or series, and the one that takes such an edit back. */
export function bulkEditHandlers(deps: BulkEditDeps): TaskHandlers {
  const { connection, now } = deps
  const accounts = createAccountCache({ reader: connection.reader, now })
  return {
    [TASK]: {
      weight: 'heavy',
      async run(context) {
        const { editId } = Payload.parse(context.task.payload)
        const edit = await findBulkEdit(connection.reader, editId)
        if (!edit) throw notFound('Edit')
        return runEdit(deps, accounts, context, edit)
      },
      async ended(tx, task, { status }) {
        const state = status === 'completed' ? 'done' : status
        await setBulkEdit(tx, Payload.parse(task.payload).editId, { state, ended_at: now() })
      },
    },
  }
}

async function runEdit(deps: BulkEditDeps, accounts: AccountCache, context: TaskContext, edit: BulkEditRow) {
  const { reader } = deps.connection
  const { id: userId } = await reader.query
    .selectFrom('users')
    .select('id')
    .where('pk', '=', edit.user_pk)
    .executeTakeFirstOrThrow()
  const kind = edit.kind as Kind
  const run: Run = {
    ...deps,
    ...{ edit, kind, work: taskWork(deps.connection, context) },
    viewer: () => viewerNow(accounts, userId, kind),
  }
  await run.work.write(tx => setBulkEdit(tx, edit.id, { state: 'running' }))
  await (edit.reverts === null ? editSelected(run) : revertAct(run, edit.reverts))
  const ended = await findBulkEdit(reader, edit.id)
  return { edit_id: edit.id, matched: ended?.matched ?? 0, changed: ended?.changed ?? 0 }
}

/** @throws Forbidden for a person who may no longer do it */
async function viewerNow(accounts: AccountCache, userId: string, kind: Kind): Promise<Viewer> {
  const [account] = await accounts.now([userId])
  const permission = kind === 'book' ? 'books-write' : 'series-write'
  if (!account?.isActive || !account.permissions.has(permission))
    throw new AppError('Forbidden', `Missing required permission: ${permission}`)
  const { pk: userPk, id, role, permissions, visibility } = account
  return { userPk, userId: id, role, permissions, visibility }
}

async function editSelected(run: Run): Promise<void> {
  const { connection, edit, kind, work } = run
  const selection = BulkSelection.parse(JSON.parse(edit.selection))
  const chosen = await selectedKeys(connection.reader, await run.viewer(), kind, selection)
  // By series: each is refreshed once, after its last book.
  const keys = kind === 'book' ? await bySeries(connection.reader, chosen) : chosen
  work.progress.total = keys.length
  await work.write(tx => setBulkEdit(tx, edit.id, { matched: keys.length }))
  const action = JSON.parse(edit.action)
  const isEdit = ['edit', 'locks', 'genres', 'tags', 'reset'].includes(action.type)
  const step = isEdit ? rowsAtOnce(edit.action, AT_ONCE) : OF_ONE_TASK
  const series = seriesLeft(run)
  for (let at = 0; at < keys.length; at += step) {
    await series.stopIfAborted()
    const part = keys.slice(at, at + step)
    const viewer = await run.viewer()
    const pks = await stillToEdit(connection.reader, viewer, kind, { pks: part, actId: edit.id })
    work.progress.current += part.length
    if (pks.length > 0) await (isEdit ? editPart(run, viewer, pks) : enqueuePart(run, action, pks))
    if (isEdit) await series.refresh(part)
    work.processed({ items: pks.length })
  }
  await series.refresh([])
  await work.write(async () => undefined)
}

async function editPart(run: Run, viewer: Viewer, pks: readonly number[]): Promise<void> {
  const { connection, pool, edit, kind, work, now } = run
  const stored = JSON.parse(edit.action)
  const { includeLocked } = Stored.parse(stored)
  const act = manyEdits.actOf(viewer, stored.type === 'reset' ? 'reset' : 'bulk', edit.id)
  const naming = { reader: connection.reader, pool }
  const save = async (tx: Tx, { pks, skipped }: manyEdits.EditsMade) =>
    addToBulkEdit(tx, edit.id, { changed: pks.length, skipped: [...skipped] })
  if (kind === 'book') {
    const action = BookBulkAction.parse(stored)
    const change = bookEditOf(action, includeLocked)
    const byRules = await manyEdits.booksByRules(naming, pks, namingOf(action))
    if (change) {
      await work.write(async tx =>
        save(tx, await manyEdits.editBooks(tx, pks, change, { now: now(), act, byRules, leavesSeries: true })),
      )
    }
    return
  }
  const action = SeriesBulkAction.parse(stored)
  const change = seriesEditOf(action, includeLocked)
  const byRules = await manyEdits.manySeriesByRules(naming, pks, namingOf(action))
  if (change) {
    await work.write(async tx =>
      save(tx, await manyEdits.editManySeries(tx, pks, change, { now: now(), act, byRules })),
    )
  }
}

/** Enqueues the tasks that read, number or draw some books or series. */
async function enqueuePart(
  { connection, edit, kind, work }: Run,
  { type, force = false }: { readonly type: string; readonly force?: boolean },
  pks: readonly number[],
): Promise<void> {
  const ids = await idsOf(connection.reader, kind, pks)
  const draftsOf = async (): Promise<TaskDraft[]> => {
    if (type === 'analyze')
      return ids.map(id => (kind === 'book' ? bookAnalysis(id, force) : seriesAnalysis(id, force)))
    if (type === 'renumber')
      return [numberingOfSeries(kind === 'book' ? await seriesOfBooks(connection.reader, pks) : ids)]
    if (kind === 'book') return [coverTasks.coverMaking({ bookIds: ids }, force)]
    return [coverTasks.coverMakingOfSeries({ seriesIds: ids }, force)]
  }
  const drafts = await draftsOf()
  for (let at = 0; at < drafts.length; at += AT_ONCE) {
    const part = drafts.slice(at, at + AT_ONCE)
    await work.write(async tx => {
      for (const draft of part) await enqueue(tx, { ...draft, requestedByPk: edit.user_pk })
    })
  }
  await work.write(tx => addToBulkEdit(tx, edit.id, { changed: ids.length, skipped: [] }))
}

/** Takes back the edits of an act, one book or series at a time. */
async function revertAct(run: Run, actId: string): Promise<void> {
  const { connection, edit, kind, work, now } = run
  const { reader } = connection
  const { total } = await reader.query
    .selectFrom('metadata_edits')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('act_id', '=', actId)
    .executeTakeFirstOrThrow()
  work.progress.total = Number(total)
  await work.write(tx => setBulkEdit(tx, edit.id, { matched: Number(total) }))
  let after = 0
  const series = seriesLeft(run)
  for (;;) {
    await series.stopIfAborted()
    const rows = await manyEdits.editsOfAct(reader, actId, after, AT_ONCE)
    const last = rows.at(-1)
    if (!last) break
    after = last.pk
    const viewer = await run.viewer()
    const keyOf = (row: manyEdits.EditRow) => (kind === 'book' ? row.book_pk : row.series_pk) ?? 0
    const seen = new Set(await stillToEdit(reader, viewer, kind, { pks: rows.map(keyOf), actId: edit.id }))
    const edits = rows
      .filter(row => row.reverted_at === null && seen.has(keyOf(row)))
      .map(row => ({ edit: row, pk: keyOf(row) }))
    await revertPart(run, viewer, edits, series)
    work.progress.current += rows.length
    work.processed({ items: rows.length })
  }
  await series.refresh([])
  await work.write(tx => setBulkEdit(tx, actId, { reverted_at: now() }))
}

async function revertPart(
  { connection, pool, edit, kind, work, now }: Run,
  viewer: Viewer,
  edits: Parameters<typeof manyEdits.revertEdits>[2],
  series: SeriesLeft,
): Promise<void> {
  if (edits.length === 0) return
  const pks = edits.map(({ pk }) => pk)
  const names = await manyEdits.namesFor({ reader: connection.reader, pool }, kind, pks)
  const act = manyEdits.actOf(viewer, 'revert', edit.id)
  const ids = await idsByKey(connection.reader, kind, pks)
  await work.write(async tx => {
    const { made, reverts } = await manyEdits.revertEdits(tx, kind, edits, {
      ...{ names, act, now: now(), leavesSeries: true },
    })
    const skipped = [...reverts].flatMap(([pk, revert]) => {
      return revert.skipped.map(field => ({ field, id: ids.get(pk) ?? '' }))
    })
    await addToBulkEdit(tx, edit.id, { changed: made.pks.length, skipped })
  })
  await series.refresh(pks)
}

/** Series whose books were edited and that are not refreshed yet: each is, once the books of another one follow. */
interface SeriesLeft {
  /** Notes the series of books, and refreshes all others that are left; of no books, all. */
  refresh(bookPks: readonly number[]): Promise<void>
  /** Ends a cancelled task, with nothing left. */
  stopIfAborted(): Promise<void>
}

function seriesLeft({ connection, kind, work, now }: Run): SeriesLeft {
  const left = new Set<number>()
  const refresh = async (bookPks: readonly number[]) => {
    if (kind === 'series') return
    const next = new Set(await seriesKeysOf(connection.reader, bookPks))
    for (const pk of left) {
      if (next.has(pk)) continue
      await work.write(tx => refreshSeries(tx, [pk], now()))
      left.delete(pk)
    }
    for (const pk of next) left.add(pk)
  }
  return {
    refresh,
    async stopIfAborted() {
      if (!work.signal.aborted) return
      const pks = [...left]
      for (const pk of pks) await connection.write(tx => refreshSeries(tx, [pk], now()))
      work.signal.throwIfAborted()
    },
  }
}
