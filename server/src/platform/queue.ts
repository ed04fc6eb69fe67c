import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Reader, runPrepared, type Tx } from '../db'
import type { Schema } from '../db/schema'
import { newId } from '../kernel/ids'
import { currentScope } from '../kernel/request-scope'
import { readTraceparent, traceparentOf } from '../kernel/trace-context'
import { canonicalJson } from './canonical-json'
import type { ClaimedTask, Enqueued, NewTask, TaskProgress } from './queue.types'
import { publishTaskStep } from './task-events'

const MAX_ATTEMPTS = 3

/** Queues a task, unless an equal one is pending or running: then returns that one's id. */
export async function enqueue(tx: Tx, task: NewTask): Promise<Enqueued> {
  const dedupKey = dedupKeyOf(task.type, task.sameBy ?? task.payload)
  // The equal task can end between the two statements; then the second attempt succeeds.
  for (let attempt = 0; attempt < 3; attempt++) {
    const inserted = await insertTask(tx, task, dedupKey)
    if (inserted) return { id: inserted, isNew: true }
    const same = await openTask(tx, task.type, task.sameBy ?? task.payload)
    if (same) return { id: same, isNew: false }
  }
  throw new Error(`Could not enqueue the task ${dedupKey}`)
}

interface InsertedRow {
  created_at: number
  library_id: string | null
  library_pk: number | null
}

async function insertTask(tx: Tx, task: NewTask, dedupKey: string): Promise<string | null> {
  const libraryId = idIn(task.payload, 'libraryId')
  const seriesId = idIn(task.payload, 'seriesId')
  const bookId = idIn(task.payload, 'bookId')
  // The subject of a task about a book or series includes its library.
  const through = libraryId !== null ? 'given' : bookId !== null ? 'books' : seriesId !== null ? 'series' : 'given'
  const values = {
    id: newId(),
    type: task.type,
    payload: canonicalJson(task.payload),
    dedupKey,
    priority: task.priority,
    maxAttempts: task.maxAttempts ?? MAX_ATTEMPTS,
    dueAt: task.dueAt ?? null,
    delayMs: task.delayMs ?? 0,
    requestedByPk: task.requestedByPk ?? null,
    traceparent: traceparentNow(),
    libraryId,
    seriesId,
    bookId,
    subjectId: bookId ?? seriesId,
  }
  const { now } = tx.dialect
  const [row] = await runPrepared<InsertedRow, typeof values>(tx, `tasks.enqueue|${through}`, values, (p, query) =>
    query
      .insertInto('tasks')
      .values(eb => ({
        id: p.id,
        task_type: p.type,
        payload: p.payload,
        dedup_key: p.dedupKey,
        status: 'pending',
        priority: p.priority,
        attempt: 0,
        max_attempts: p.maxAttempts,
        scheduled_for: sql<number>`coalesce(cast(${p.dueAt} as bigint), ${now} + cast(${p.delayMs} as bigint))`,
        cancel_requested: false,
        requested_by_pk: p.requestedByPk,
        traceparent: p.traceparent,
        library_id:
          through === 'given'
            ? p.libraryId
            : eb
                .selectFrom(through)
                .innerJoin('libraries', 'libraries.pk', `${through}.library_pk`)
                .select('libraries.id')
                .where(`${through}.id`, '=', p.subjectId as string),
        series_id: p.seriesId,
        book_id: p.bookId,
        progress_current: 0,
        progress_total: 0,
        created_at: now,
      }))
      .onConflict(conflict => conflict.doNothing())
      .returning(eb => ['created_at', 'library_id', libraryKey(eb).as('library_pk')]),
  )
  if (!row) return null
  const { library_pk: libraryPk } = row
  const subject = { libraryId: row.library_id, seriesId, bookId, libraryPk, requestedByPk: values.requestedByPk }
  publishTaskStep(tx, { id: values.id, type: task.type, status: 'pending', startedAt: row.created_at, ...subject })
  return values.id
}

/** The key of a task's library, or null. */
function libraryKey(eb: ExpressionBuilder<Schema, 'tasks'>) {
  return eb.selectFrom('libraries').select('libraries.pk').whereRef('libraries.id', '=', 'tasks.library_id')
}

function idIn(payload: NewTask['payload'], name: string): string | null {
  const id = payload[name]
  return typeof id === 'string' ? id : null
}

/** The trace of the request or task that queues another one. */
function traceparentNow(): string | null {
  const trace = currentScope()?.trace
  return trace === undefined ? null : traceparentOf(trace)
}

function dedupKeyOf(type: string, sameBy: Readonly<Record<string, unknown>>): string {
  return `${type} ${canonicalJson(sameBy)}`
}

/** The id of the task that `enqueue` with the same `sameBy` would return; null if none is pending or running. */
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

/** Must equal the conditions of the partial indexes of `tasks`: SQLite uses them for this text only. */
export const isOpen = sql<SqlBool>`status in ('pending', 'processing')`
export const isProcessing = sql<SqlBool>`status = 'processing'`

function isDue(now: RawBuilder<number>): RawBuilder<SqlBool> {
  return sql`${isOpen} and ((status = 'pending' and scheduled_for <= ${now}) or (status = 'processing' and lease_until < ${now}))`
}

/**
 * An attempt counts once its work has begun. A task claimed ahead by a process that is gone may not have begun: it gets
 * an additional attempt.
 */
const isForgiven = sql<SqlBool>`${isProcessing} and unbegun`
const hasAttempts = sql<SqlBool>`(attempt < max_attempts or (${isForgiven}))`
/** That was its last attempt. */
export const isSpent = sql<SqlBool>`attempt >= max_attempts and not unbegun`

export interface Wanted {
  readonly types: readonly string[]
  /** Only tasks requested by a person. */
  readonly requestedOnly?: boolean
}

/** Whether a `claim` would find anything: checked first, so that an idle worker never writes. */
export async function hasDueTask(reader: Reader, { types, requestedOnly = false }: Wanted): Promise<boolean> {
  const key = `tasks.due|${requestedOnly}|${types}`
  const rows = await runPrepared<{ pk: number }, Record<string, never>>(reader, key, {}, (_p, query) =>
    query
      .selectFrom('tasks')
      .select('pk')
      .where(isDue(reader.dialect.now))
      .where(hasAttempts)
      .where('task_type', 'in', types)
      .$if(requestedOnly, some => some.where('requested_by_pk', 'is not', null))
      // In index order, so that only the index is read.
      .orderBy('priority', 'desc')
      .limit(1),
  )
  return rows.length > 0
}

/**
 * Claims the most urgent due tasks, at most `limit` (one by default), for `leaseMs` by the database's clock. Tasks
 * claimed `ahead` begin later; they never include one of a dead process, which may have crashed it: a task that begins
 * at once is known to have begun.
 */
export async function claim(
  tx: Tx,
  {
    worker,
    types,
    leaseMs,
    limit = 1,
    requestedOnly = false,
    ahead = false,
  }: Wanted & { worker: string; leaseMs: number; limit?: number; ahead?: boolean },
): Promise<ClaimedTask[]> {
  if (types.length === 0 || limit < 1) return []
  const { now, skipLocked } = tx.dialect
  const values = { worker, leaseMs, limit }
  const key = `tasks.claim|${requestedOnly}|${ahead}|${types}`
  const rows = await runPrepared<ClaimedRow, typeof values>(tx, key, values, (p, query) =>
    query
      // Materialized, so that PostgreSQL selects and locks once.
      .with(
        cte => cte('next').materialized(),
        db =>
          db
            .selectFrom('tasks')
            .select('pk')
            .where(isDue(now))
            .where(hasAttempts)
            .where('task_type', 'in', types)
            .$if(ahead, some => some.where('status', '=', 'pending'))
            .$if(requestedOnly, some => some.where('requested_by_pk', 'is not', null))
            .orderBy('priority', 'desc')
            .orderBy('scheduled_for')
            .orderBy('pk')
            .limit(p.limit)
            .modifyEnd(skipLocked),
      )
      .updateTable('tasks')
      .set(eb => ({
        status: 'processing',
        attempt: eb('attempt', '+', 1),
        max_attempts: sql<number>`max_attempts + case when ${isForgiven} then 1 else 0 end`,
        forgiven_attempts: sql<number>`forgiven_attempts + case when ${isForgiven} then 1 else 0 end`,
        unbegun: ahead,
        locked_by: p.worker,
        lease_until: sql<number>`${now} + cast(${p.leaseMs} as bigint)`,
        // When it was due, for the waiting time; a task of a dead process is due when its lease expires.
        scheduled_for: sql<number>`case when ${isProcessing} then lease_until else scheduled_for end`,
        started_at: now,
      }))
      .where('pk', 'in', db => db.selectFrom('next').select('next.pk'))
      .returning(claimedColumns),
  )
  const inOrder = rows.sort((a, b) => b.priority - a.priority || a.scheduled_for - b.scheduled_for || a.pk - b.pk)
  return inOrder.map(row => {
    const task = claimed(row)
    publishTaskStep(tx, { ...task, status: 'running' })
    return task
  })
}

export function claimedColumns(eb: ExpressionBuilder<Schema, 'tasks'>) {
  return [
    'pk',
    'id',
    'task_type',
    'payload',
    'priority',
    'attempt',
    'max_attempts',
    'forgiven_attempts',
    'scheduled_for',
    'started_at',
    'created_at',
    'traceparent',
    'library_id',
    'series_id',
    'book_id',
    'requested_by_pk',
    libraryKey(eb).as('library_pk'),
  ] as const
}

export interface ClaimedRow {
  pk: number
  id: string
  task_type: string
  payload: string
  priority: number
  attempt: number
  max_attempts: number
  forgiven_attempts: number
  scheduled_for: number
  started_at: number | null
  created_at: number
  traceparent: string | null
  library_id: string | null
  series_id: string | null
  book_id: string | null
  requested_by_pk: number | null
  library_pk: number | null
}

export function claimed(row: ClaimedRow): ClaimedTask {
  const startedAt = row.started_at ?? row.created_at
  return {
    pk: row.pk,
    id: row.id,
    type: row.task_type,
    payload: JSON.parse(row.payload),
    attempt: row.attempt,
    maxAttempts: row.max_attempts,
    tries: row.attempt - row.forgiven_attempts,
    startedAt,
    waitMs: Math.max(0, startedAt - row.scheduled_for),
    trace: readTraceparent(row.traceparent),
    libraryId: row.library_id,
    seriesId: row.series_id,
    bookId: row.book_id,
    libraryPk: row.library_pk,
    requestedByPk: row.requested_by_pk,
  }
}

/** Extends the lease of a task that has begun. `held` is false if the task has ended or belongs to another worker. */
export async function renew(
  tx: Tx,
  { pk, attempt }: ClaimedTask,
  leaseMs: number,
  progress?: TaskProgress,
): Promise<{ readonly held: boolean; readonly cancelRequested: boolean }> {
  const { current = 0, total = 0, message = null } = progress ?? {}
  const values = { pk, attempt, leaseMs, current, total, message }
  const [row] = await runPrepared<{ cancel_requested: boolean }, typeof values>(
    tx,
    `tasks.renew|${progress !== undefined}`,
    values,
    (p, query) =>
      query
        .updateTable('tasks')
        .set({
          lease_until: sql<number>`${tx.dialect.now} + cast(${p.leaseMs} as bigint)`,
          unbegun: false,
          ...(progress && { progress_current: p.current, progress_total: p.total, progress_message: p.message }),
        })
        .where('pk', '=', p.pk)
        .where('attempt', '=', p.attempt)
        .where('status', '=', 'processing')
        .returning('cancel_requested'),
  )
  return { held: row !== undefined, cancelRequested: row?.cancel_requested ?? false }
}

/** What the worker of a running task reads between its renewals. */
export async function leaseState(
  reader: Reader,
  task: ClaimedTask,
): Promise<{ readonly held: boolean; readonly cancelRequested: boolean }> {
  type Row = { attempt: number; status: string; cancel_requested: boolean }
  const [row] = await runPrepared<Row, { pk: number }>(reader, 'tasks.lease', { pk: task.pk }, (p, query) =>
    query.selectFrom('tasks').select(['attempt', 'status', 'cancel_requested']).where('pk', '=', p.pk),
  )
  const isHeld = row?.attempt === task.attempt && row.status === 'processing'
  return { held: isHeld, cancelRequested: row?.cancel_requested ?? false }
}

/** Ends all leases at once: for the only process on a database. */
export async function expireLeases(tx: Tx): Promise<void> {
  const over = sql<number>`${tx.dialect.now} - 1`
  await tx.query.updateTable('tasks').set({ lease_until: over }).where(isProcessing).execute()
}
