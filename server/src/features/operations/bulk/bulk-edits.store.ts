import { BULK_ACTIONS, type BulkActionName } from '@octavo/contract/bulk-actions'
import type { BulkEditDto } from '@octavo/contract/bulk-edit'
import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../../db'
import type { BulkEditsTable } from '../../../db/schema/editing'
import { timestamp } from '../../../kernel/clock'

export type BulkEditRow = Selectable<BulkEditsTable>

/** By field, how often it was skipped, and some ids. */
type Skipped = BulkEditDto['skipped']

const MOST_IDS = 100

export async function insertBulkEdit(
  tx: Tx,
  row: Pick<BulkEditRow, 'id' | 'user_pk' | 'kind' | 'action' | 'selection' | 'reverts' | 'created_at'>,
): Promise<void> {
  await tx.query
    .insertInto('bulk_edits')
    .values({ ...row, state: 'pending', skipped: '[]' })
    .execute()
}

export async function setBulkEdit(
  tx: Tx,
  id: string,
  change: Partial<Pick<BulkEditRow, 'state' | 'reason' | 'task_id' | 'matched' | 'ended_at' | 'reverted_at'>>,
): Promise<void> {
  await tx.query.updateTable('bulk_edits').set(change).where('id', '=', id).execute()
}

/** The changes and skips of one transaction, and the progress of the edit. */
interface PartDone {
  readonly changed: number
  readonly skipped: readonly { field: string; id: string }[]
  readonly done: Pick<BulkEditRow, 'done_series' | 'done_pk'>
}

export async function addToBulkEdit(tx: Tx, id: string, { changed, skipped, done }: PartDone): Promise<void> {
  const row = await tx.query
    .selectFrom('bulk_edits')
    .select(['changed', 'skipped'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return
  await tx.query
    .updateTable('bulk_edits')
    .set({
      ...done,
      changed: row.changed + changed,
      skipped: JSON.stringify(moreSkipped(JSON.parse(row.skipped), skipped)),
    })
    .where('id', '=', id)
    .execute()
}

/** Merges counts of skipped fields. */
export function moreSkipped(before: Skipped, more: readonly { field: string; id: string }[]): Skipped {
  const fields = new Map(before.map(each => [each.field, { ...each, ids: [...each.ids] }]))
  for (const { field, id } of more) {
    const known = fields.get(field) ?? { field, count: 0, ids: [] }
    known.count++
    if (known.ids.length < MOST_IDS) known.ids.push(id)
    fields.set(field, known)
  }
  return [...fields.values()]
}

export async function findBulkEdit(reader: Reader, id: string): Promise<BulkEditRow | null> {
  const row = await reader.query
    .selectFrom('bulk_edits')
    .selectAll()
    .where('id', '=', id.toLowerCase())
    .executeTakeFirst()
  return row ?? null
}

/** Whether an edit is being reverted. */
export async function isBeingReverted(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.query
    .selectFrom('bulk_edits')
    .select('pk')
    .where('reverts', '=', id)
    .where('state', 'in', ['pending', 'running'])
    .executeTakeFirst()
  return row !== undefined
}

export function bulkEditView(row: BulkEditRow): BulkEditDto {
  return {
    id: row.id,
    kind: row.kind as BulkEditDto['kind'],
    action: JSON.parse(row.action).type,
    state: row.state as BulkEditDto['state'],
    reason: row.reason,
    taskId: row.task_id,
    matched: row.matched,
    changed: row.changed,
    skipped: JSON.parse(row.skipped),
    reverts: row.reverts,
    revertedAt: row.reverted_at === null ? null : timestamp(row.reverted_at),
    canRevert: canRevert(row),
    createdAt: timestamp(row.created_at),
    endedAt: row.ended_at === null ? null : timestamp(row.ended_at),
  }
}

function canRevert({ state, changed, action, reverts, reverted_at }: BulkEditRow): boolean {
  if (state === 'pending' || state === 'running' || changed === 0 || reverted_at !== null) return false
  return reverts !== null || isEdit(JSON.parse(action).type)
}

function isEdit(name: BulkActionName): boolean {
  return BULK_ACTIONS[name].isEdit
}

/** Deletes the oldest ones before a moment, at most `limit`, and returns their number. */
export async function deleteBulkEdits(tx: Tx, before: number, limit: number): Promise<number> {
  const old = tx.query
    .selectFrom('bulk_edits')
    .select('pk')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
  const { numDeletedRows } = await tx.query.deleteFrom('bulk_edits').where('pk', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}
