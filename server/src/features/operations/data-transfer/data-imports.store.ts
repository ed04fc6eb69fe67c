import type { DataImportDto, DataImportReportDto, ImportState } from '@octavo/contract/data-transfer'
import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../../db'
import type { DataImportsTable } from '../../../db/schema/exports'
import { notFound, refused } from '../../../kernel/app-error'
import { timestamp, timestampOrNull } from '../../../kernel/clock'
import { LIMITS } from '../../../kernel/limits'
import type { Viewer } from '../../../kernel/viewer'
import { cancelTask } from '../../../platform/queue-steer'

export type ImportRow = Selectable<DataImportsTable>
const AT_WORK: readonly ImportState[] = ['checking', 'applying']

/**
 * Inserts an import; returns the archives of excess ones.
 * @throws Conflict while another import of the person is running
 */
export async function insertImport(
  tx: Tx,
  row: Pick<ImportRow, 'id' | 'user_pk' | 'permissions' | 'file' | 'bytes' | 'task_id'>,
  now: number,
): Promise<string[]> {
  await requireIdle(tx, row.user_pk)
  const times = { created_at: now, expires_at: now + LIMITS.imports.retentionMs }
  await tx.query
    .insertInto('data_imports')
    .values({ ...row, state: 'checking', ...times })
    .execute()
  const excess = await tx.query
    .selectFrom('data_imports')
    .select(['pk', 'file'])
    .where('user_pk', '=', row.user_pk)
    .orderBy('pk', 'desc')
    .offset(LIMITS.imports.stored)
    .limit(100)
    .execute()
  const pks = excess.map(({ pk }) => pk)
  if (pks.length > 0) await tx.query.deleteFrom('data_imports').where('pk', 'in', pks).execute()
  return excess.map(({ file }) => file)
}

/** @throws Conflict while an import of the person is running */
export async function requireIdle(tx: Tx, userPk: number): Promise<void> {
  await tx.dialect.lockName(`imports of ${userPk}`).execute(tx.query)
  const { open } = await tx.query
    .selectFrom('data_imports')
    .select(eb => eb.fn.countAll<number>().as('open'))
    .where('user_pk', '=', userPk)
    .where('state', 'in', AT_WORK)
    .executeTakeFirstOrThrow()
  if (Number(open) >= LIMITS.imports.running)
    throw refused('Conflict', 'import_runs', 'Another import is running: wait for it to finish')
}

export async function setImport(
  tx: Tx,
  id: string,
  change: Partial<Pick<ImportRow, 'state' | 'reason' | 'task_id' | 'report' | 'ended_at'>>,
): Promise<void> {
  await tx.query.updateTable('data_imports').set(change).where('id', '=', id).execute()
}

/** The end of an import that was stopped or failed. */
export async function endImport(
  tx: Tx,
  id: string,
  state: ImportState,
  reason: string | null,
  now: number,
): Promise<void> {
  await tx.query
    .updateTable('data_imports')
    .set({ state, reason, ended_at: now })
    .where('id', '=', id)
    .where('state', 'in', AT_WORK)
    .execute()
}

export async function deleteImport(tx: Tx, row: Pick<ImportRow, 'pk' | 'task_id'>): Promise<void> {
  await tx.query.deleteFrom('data_imports').where('pk', '=', row.pk).execute()
  if (row.task_id !== null) await cancelTask(tx, row.task_id)
}

/** Deletes rows by their keys. */
export async function deleteImports(tx: Tx, pks: readonly number[]): Promise<void> {
  if (pks.length > 0) await tx.query.deleteFrom('data_imports').where('pk', 'in', pks).execute()
}

/** For the task. */
export async function importById(reader: Reader, id: string): Promise<ImportRow | null> {
  const row = await reader.query.selectFrom('data_imports').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

type ShownImport = ImportRow & {
  readonly current: number | null
  readonly total: number | null
  readonly message: string | null
}

/** The viewer's imports, newest first; with an id, only that one. */
export function ownImports(reader: Reader, viewer: Viewer, id: string | null = null): Promise<ShownImport[]> {
  return reader.query
    .selectFrom('data_imports')
    .leftJoin('tasks', 'tasks.id', 'data_imports.task_id')
    .selectAll('data_imports')
    .select(['tasks.progress_current as current', 'tasks.progress_total as total', 'tasks.progress_message as message'])
    .where('data_imports.user_pk', '=', viewer.userPk)
    .$if(id !== null, query => query.where('data_imports.id', '=', id?.toLowerCase() ?? ''))
    .orderBy('data_imports.pk', 'desc')
    .limit(LIMITS.imports.stored)
    .execute()
}

/** @throws NotFound, also for somebody else's */
export async function ownImport(reader: Reader, viewer: Viewer, id: string): Promise<ShownImport> {
  const [row] = await ownImports(reader, viewer, id)
  if (!row) throw notFound('Import')
  return row
}

export function importView(row: ShownImport): DataImportDto {
  const isAtWork = AT_WORK.includes(row.state as ImportState)
  const { current, total, message } = row
  return {
    id: row.id,
    status: row.state as ImportState,
    error: row.reason,
    progress: isAtWork && total ? { current: current ?? 0, total, message } : null,
    fileSizeBytes: Number(row.bytes),
    report: row.report === null ? null : (JSON.parse(row.report) as DataImportReportDto),
    createdAt: timestamp(row.created_at),
    endedAt: timestampOrNull(row.ended_at),
    expiresAt: timestamp(row.expires_at),
  }
}
