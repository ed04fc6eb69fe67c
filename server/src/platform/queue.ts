import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Reader, runShape, type Tx, writeRows } from '../db'
import { newId } from '../kernel/ids'
import { canonicalJson } from './canonical-json'
import type { ClaimedTask, NewTask, TaskProgress } from './queue.types'

const MAX_ATTEMPTS = 3
const RETRY_BASE_MS = 60_000

/** Wait before attempt n + 1: two minutes after the first failure, four after the second. */
export function retryDelayMs(attempt: number): number {
  return RETRY_BASE_MS * 2 ** attempt
}

/** Puts a task into the queue, unless the same one waits or runs already: then that one's id comes back. */
export async function enqueue(tx: Tx, task: NewTask): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const dedupKey = dedupKeyOf(task.type, task.sameBy ?? task.payload)
  const { now } = tx.dialect
  // The task in the way can end between the two statements; then there is room at the second try.
  for (let attempt = 0; attempt < 3; attempt++) {
    const inserted = await tx.query
      .insertInto('tasks')
      .values({
        id: newId(),
        task_type: task.type,
        payload: canonicalJson(task.payload),
        dedup_key: dedupKey,
        status: 'pending',
        priority: task.priority,
        attempt: 0,
        max_attempts: task.maxAttempts ?? MAX_ATTEMPTS,
        scheduled_for: task.delayMs ? sql<number>`${now} + ${task.delayMs}` : now,
        cancel_requested: false,
        requested_by_pk: task.requestedByPk ?? null,
        library_id: idIn(task.payload, 'libraryId'),
        series_id: idIn(task.payload, 'seriesId'),
        book_id: idIn(task.payload, 'bookId'),
        progress_current: 0,
        progress_total: 0,
        created_at: now,
      })
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) return { id: inserted.id, isNew: true }
    const same = await openTask(tx, task.type, task.sameBy ?? task.payload)
    if (same) return { id: same, isNew: false }
  }
  throw new Error(`The task ${dedupKey} could not be put into the queue`)
}

function idIn(payload: NewTask['payload'], name: string): string | null {
  const id = payload[name]
  return typeof id === 'string' ? id : null
}

function dedupKeyOf(type: string, sameBy: Readonly<Record<string, unknown>>): string {
  return `${type} ${canonicalJson(sameBy)}`
}

/** The id of the task that `enqueue` with the same `sameBy` would come upon; null when none waits or runs. */
export async function openTask(
  tx: Tx,
  type: string,
  sameBy: Readonly<Record<string, unknown>>,
): Promise<string | null> {
  const row = await tx.query
    .selectFrom('tasks')
    .select('id')
    .where('dedup_key', '=', dedupKeyOf(type, sameBy))
    .where(isOpen)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Written as the partial indexes of `tasks` have it: SQLite uses them for this text only. */
const isOpen = sql<SqlBool>`status in ('pending', 'processing')`

function isDue(now: RawBuilder<number>): RawBuilder<SqlBool> {
  return sql`${isOpen} and ((status = 'pending' and scheduled_for <= ${now}) or (status = 'processing' and lease_until < ${now}))`
}

/** Whether a `claim` or `failExhausted` would find something: asked before, so that an idle worker never writes. */
export async function hasDueTask(reader: Reader, types: readonly string[]): Promise<boolean> {
  const rows = await runShape<{ pk: number }, Record<string, never>>(reader, `tasks.due|${types}`, {}, query =>
    query
      .selectFrom('tasks')
      .select('pk')
      .where(isDue(reader.dialect.now))
      .where('task_type', 'in', types)
      // In the order of the index, which then is the only thing read.
      .orderBy('priority', 'desc')
      .limit(1),
  )
  return rows.length > 0
}

/** Takes the most urgent task that is due, for `leaseMs` by the database's clock. */
export async function claim(
  tx: Tx,
  { worker, types, leaseMs }: { worker: string; types: readonly string[]; leaseMs: number },
): Promise<ClaimedTask | null> {
  const { now, skipLocked } = tx.dialect
  const next = tx.query
    .selectFrom('tasks')
    .select('pk')
    .where(isDue(now))
    .whereRef('attempt', '<', 'max_attempts')
    .where('task_type', 'in', types)
    .orderBy('priority', 'desc')
    .orderBy('scheduled_for')
    .orderBy('pk')
    .limit(1)
    .modifyEnd(skipLocked)
  const row = await tx.query
    .updateTable('tasks')
    .set(eb => ({
      status: 'processing',
      attempt: eb('attempt', '+', 1),
      locked_by: worker,
      lease_until: sql<number>`${now} + ${leaseMs}`,
      started_at: now,
    }))
    .where('pk', '=', next)
    .returning(CLAIMED_COLUMNS)
    .executeTakeFirst()
  return row ? claimed(row) : null
}

const CLAIMED_COLUMNS = ['pk', 'id', 'task_type', 'payload', 'attempt', 'max_attempts'] as const

function claimed(row: {
  pk: number
  id: string
  task_type: string
  payload: string
  attempt: number
  max_attempts: number
}): ClaimedTask {
  return {
    pk: row.pk,
    id: row.id,
    type: row.task_type,
    payload: JSON.parse(row.payload),
    attempt: row.attempt,
    maxAttempts: row.max_attempts,
  }
}

/** Extends the lease. `held` is false when the task is another worker's by now, or has ended. */
export async function renew(
  tx: Tx,
  { pk, attempt }: ClaimedTask,
  leaseMs: number,
  progress?: TaskProgress,
): Promise<{ readonly held: boolean; readonly cancelRequested: boolean }> {
  const { current = 0, total = 0, message = null } = progress ?? {}
  const values = { pk, attempt, leaseMs, current, total, message }
  const [row] = await writeRows<{ cancel_requested: boolean }, typeof values>(
    tx,
    `tasks.renew|${progress !== undefined}`,
    values,
    (query, p) =>
      query
        .updateTable('tasks')
        .set({
          lease_until: sql<number>`${tx.dialect.now} + ${p.leaseMs}`,
          ...(progress && { progress_current: p.current, progress_total: p.total, progress_message: p.message }),
        })
        .where('pk', '=', p.pk)
        .where('attempt', '=', p.attempt)
        .where('status', '=', 'processing')
        .returning('cancel_requested'),
  )
  return { held: row !== undefined, cancelRequested: row?.cancel_requested ?? false }
}

function held(tx: Tx, task: ClaimedTask) {
  return tx.query
    .updateTable('tasks')
    .where('pk', '=', task.pk)
    .where('attempt', '=', task.attempt)
    .where('status', '=', 'processing')
}

const UNLOCKED = { locked_by: null, lease_until: null } as const

/** True when the task was still this worker's. */
export async function complete(tx: Tx, task: ClaimedTask, result: object): Promise<boolean> {
  const row = await held(tx, task)
    .set({ ...UNLOCKED, status: 'completed', result: JSON.stringify(result), completed_at: tx.dialect.now })
    .returning('pk')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the task as failed or cancelled. True when it was still this worker's. */
export async function close(
  tx: Tx,
  task: ClaimedTask,
  status: 'failed' | 'cancelled',
  error: string | null,
): Promise<boolean> {
  const row = await held(tx, task)
    .set({ ...UNLOCKED, status, last_error: error, completed_at: tx.dialect.now })
    .returning('pk')
    .executeTakeFirst()
  return row !== undefined
}

/** Puts a task back for a later attempt. */
export async function retryLater(tx: Tx, task: ClaimedTask, error: string): Promise<void> {
  const due = sql<number>`${tx.dialect.now} + ${retryDelayMs(task.attempt)}`
  await held(tx, task)
    .set({ ...UNLOCKED, status: 'pending', last_error: error, scheduled_for: due })
    .execute()
}

/** Puts a task back because the worker stops; the attempt does not count, though its number is used up. */
export async function release(tx: Tx, task: ClaimedTask): Promise<void> {
  await held(tx, task)
    .set(eb => ({ ...UNLOCKED, status: 'pending', max_attempts: eb('max_attempts', '+', 1) }))
    .execute()
}

/** Fails the tasks whose last attempt ended without a word; they come back for those who wait for them. */
export async function failExhausted(tx: Tx, types: readonly string[], error: string): Promise<ClaimedTask[]> {
  const { now } = tx.dialect
  const rows = await tx.query
    .updateTable('tasks')
    .set({ ...UNLOCKED, status: 'failed', last_error: error, completed_at: now })
    .where('status', '=', 'processing')
    .where('lease_until', '<', now)
    .whereRef('attempt', '>=', 'max_attempts')
    .where('task_type', 'in', types)
    .returning(CLAIMED_COLUMNS)
    .execute()
  return rows.map(claimed)
}

/** Ends all leases at once: for a process that knows to be alone. */
export async function expireLeases(tx: Tx): Promise<void> {
  await tx.query.updateTable('tasks').set({ lease_until: 0 }).where('status', '=', 'processing').execute()
}

/** Ends a waiting task; asks the worker of a running one to stop. Null when it has ended already. */
export async function requestCancel(tx: Tx, id: string): Promise<'cancelled' | 'asked' | null> {
  const waiting = await tx.query
    .updateTable('tasks')
    .set({ status: 'cancelled', cancel_requested: true, completed_at: tx.dialect.now })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('pk')
    .executeTakeFirst()
  if (waiting) return 'cancelled'
  const running = await tx.query
    .updateTable('tasks')
    .set({ cancel_requested: true })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .returning('pk')
    .executeTakeFirst()
  return running ? 'asked' : null
}

/** What the worker of a running task looks at between its renewals. */
export async function leaseState(
  reader: Reader,
  task: ClaimedTask,
): Promise<{ readonly held: boolean; readonly cancelRequested: boolean }> {
  type Row = { attempt: number; status: string; cancel_requested: boolean }
  const [row] = await runShape<Row, { pk: number }>(reader, 'tasks.lease', { pk: task.pk }, (query, p) =>
    query.selectFrom('tasks').select(['attempt', 'status', 'cancel_requested']).where('pk', '=', p.pk),
  )
  const isHeld = row?.attempt === task.attempt && row.status === 'processing'
  return { held: isHeld, cancelRequested: row?.cancel_requested ?? false }
}
