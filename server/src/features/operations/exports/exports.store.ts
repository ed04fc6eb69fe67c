import type { ExportState } from '@octavo/contract/series-export'
import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../../db'
import type { ExportsTable } from '../../../db/schema/exports'
import { refused } from '../../../kernel/app-error'
import { newId } from '../../../kernel/ids'
import { LIMITS } from '../../../kernel/limits'
import { enqueue } from '../../../platform/queue'
import type { TaskDraft } from '../../../platform/queue.types'
import { cancelTask } from '../../../platform/queue-steer'

export type ExportRow = Selectable<ExportsTable>
export type ExportKind = 'series' | 'data'

const OPEN: readonly ExportState[] = ['pending', 'running']

interface NewExport extends Pick<ExportRow, 'user_pk' | 'format' | 'request'> {
  readonly kind: ExportKind
  readonly task: (id: string) => TaskDraft
}

/**
 * Inserts an export with its task.
 * @throws Conflict if the person has reached the limit of pending and running ones
 */
export async function insertExport(tx: Tx, { task, ...values }: NewExport, now: number): Promise<string> {
  const { user_pk } = values
  // Serialises concurrent requests of a user, so that the count is correct.
  await tx.dialect.lockName(`exports of ${user_pk}`).execute(tx.query)
  const { open } = await tx.query
    .selectFrom('exports')
    .select(eb => eb.fn.countAll<number>().as('open'))
    .where('user_pk', '=', user_pk)
    .where('state', 'in', OPEN)
    .executeTakeFirstOrThrow()
  const max = LIMITS.exports.running
  if (Number(open) >= max)
    throw refused('Conflict', 'exports_full', `At most ${max} exports at once: wait for one to finish`, { max })
  const id = newId()
  const queued = await enqueue(tx, { ...task(id), requestedByPk: user_pk })
  const times = { created_at: now, expires_at: now + LIMITS.exports.retentionMs }
  await tx.query
    .insertInto('exports')
    .values({ id, ...values, state: 'pending', task_id: queued.id, ...times })
    .execute()
  return id
}

/** Without a user check, for the task that writes it. */
export async function findExport(
  reader: Reader,
  id: string,
  of: { readonly userPk: number; readonly kind: ExportKind } | null,
): Promise<ExportRow | null> {
  const row = await reader.query
    .selectFrom('exports')
    .selectAll()
    .where('id', '=', id.toLowerCase())
    .$if(of !== null, query => query.where('user_pk', '=', of?.userPk ?? 0).where('kind', '=', of?.kind ?? ''))
    .executeTakeFirst()
  return row ?? null
}

/** False if it is gone. */
export async function setExport(
  tx: Tx,
  id: string,
  change: Partial<Pick<ExportRow, 'state' | 'reason' | 'started_at' | 'completed_at' | 'file' | 'row_count' | 'bytes'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx.query.updateTable('exports').set(change).where('id', '=', id).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The end of an export without a file. */
export async function endExport(tx: Tx, id: string, state: ExportState, reason: string | null, now: number) {
  await tx.query
    .updateTable('exports')
    .set({ state, reason, completed_at: now })
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .execute()
}

/** Deletes an export and stops its task. Returns null if there is none, else its file, if it has one. */
export async function deleteExport(tx: Tx, row: Pick<ExportRow, 'pk' | 'task_id'>): Promise<void> {
  await tx.query.deleteFrom('exports').where('pk', '=', row.pk).execute()
  if (row.task_id !== null) await cancelTask(tx, row.task_id)
}

/** Deletes the oldest finished exports of a person beyond the limit. Returns their files. */
export async function deleteExcess(tx: Tx, userPk: number): Promise<string[]> {
  const excess = await tx.query
    .selectFrom('exports')
    .select(['pk', 'file'])
    .where('user_pk', '=', userPk)
    .where('state', 'not in', OPEN)
    .orderBy('pk', 'desc')
    .offset(LIMITS.exports.finished)
    .limit(100)
    .execute()
  const pks = excess.map(row => row.pk)
  if (pks.length > 0) await tx.query.deleteFrom('exports').where('pk', 'in', pks).execute()
  return excess.flatMap(row => row.file ?? [])
}

/** Deletes rows by their keys. */
export async function deleteExports(tx: Tx, pks: readonly number[]): Promise<number> {
  if (pks.length === 0) return 0
  const { numDeletedRows } = await tx.query.deleteFrom('exports').where('pk', 'in', pks).executeTakeFirst()
  return Number(numDeletedRows)
}
