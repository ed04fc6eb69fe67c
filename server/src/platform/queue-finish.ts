import { sql } from 'kysely'
import { jsonText, type Reader, runPrepared, type Tx } from '../db'
import { claimed, claimedColumns, isProcessing, isSpent } from './queue'
import type { ClaimedTask, ErrorFacts, TaskEnd } from './queue.types'
import { publishTaskStep } from './task-events'
import { insertRuns, type RunRow } from './task-runs'

const RETRY_BASE_MS = 60_000
const CONFLICT_BASE_MS = 1_000
/** Maximum number of stored characters of an error. */
const MAX_ERROR = 4_000

/** Wait after the nth failed attempt: two minutes after the first, four after the second. */
export function retryDelayMs(tries: number): number {
  return RETRY_BASE_MS * 2 ** tries
}

/** Short delay after a conflict of two transactions, which is not an error. */
function conflictDelayMs(): number {
  return Math.round(CONFLICT_BASE_MS * (0.5 + Math.random()))
}

/** The end of an attempt: final, to be retried later, or put back because the worker stops. */
export type AttemptEnd =
  | TaskEnd
  /** `met`: serialization failure or deadlock. */
  | { readonly status: 'later'; readonly error: string; readonly met?: boolean }
  | { readonly status: 'released' }

export interface FinishedAttempt {
  readonly task: ClaimedTask
  readonly end: AttemptEnd
  readonly durationMs: number
  readonly items?: number
  readonly bytes?: number
}

/**
 * Writes the ends of some attempts, with their metrics. Returns those that still belonged to this worker; the others
 * have no effect.
 */
export async function finishAttempts(tx: Tx, attempts: readonly FinishedAttempt[]): Promise<FinishedAttempt[]> {
  if (attempts.length === 0) return []
  const values = { rows: jsonText(attempts.map(endRow)) }
  const { now, jsonRows } = tx.dialect
  const columns = {
    pk: 'bigint',
    attempt: 'bigint',
    status: 'text',
    result: 'text',
    error: 'text',
    facts: 'text',
    delay: 'bigint',
    forgiven: 'bigint',
  } as const
  const rows = await runPrepared<{ pk: number; scheduled_for: number; completed_at: number | null }, typeof values>(
    tx,
    'tasks.finish',
    values,
    (p, query) =>
      query
        .updateTable('tasks')
        .from(jsonRows<ReturnType<typeof endRow>>(p.rows, columns).as('v'))
        .set(eb => ({
          status: eb.ref('v.status'),
          locked_by: null,
          lease_until: null,
          result: eb.ref('v.result'),
          last_error: sql<string | null>`coalesce(v.error, tasks.last_error)`,
          error_facts: sql<string | null>`case when v.error is null then tasks.error_facts else v.facts end`,
          completed_at: sql<number | null>`case when v.status = 'pending' then null else ${now} end`,
          scheduled_for: sql<number>`case when v.delay is null then tasks.scheduled_for else ${now} + v.delay end`,
          max_attempts: sql<number>`tasks.max_attempts + v.forgiven`,
          forgiven_attempts: sql<number>`tasks.forgiven_attempts + v.forgiven`,
        }))
        .whereRef('tasks.pk', '=', 'v.pk')
        .whereRef('tasks.attempt', '=', 'v.attempt')
        .where('tasks.status', '=', 'processing')
        .returning(['tasks.pk', 'tasks.scheduled_for', 'tasks.completed_at']),
  )
  const byPk = new Map(rows.map(row => [row.pk, row]))
  const held = attempts.filter(({ task }) => byPk.has(task.pk))
  await insertRuns(tx, held.flatMap(runOf))
  for (const { task, end } of held) {
    const { completed_at } = byPk.get(task.pk) ?? {}
    publishTaskStep(tx, {
      ...task,
      status: isFinal(end) ? end.status : 'pending',
      ...('error' in end && { error: end.error }),
      ...(completed_at && { completedAt: completed_at }),
    })
  }
  return held
}

export function isFinal(end: AttemptEnd): end is TaskEnd {
  return end.status !== 'later' && end.status !== 'released'
}

function endRow({ task, end }: FinishedAttempt) {
  return {
    pk: task.pk,
    attempt: task.attempt,
    status: isFinal(end) ? end.status : 'pending',
    result: end.status === 'completed' ? JSON.stringify(end.result) : null,
    error: 'error' in end ? end.error.slice(0, MAX_ERROR) : null,
    facts: end.status === 'failed' && end.facts ? JSON.stringify(end.facts) : null,
    delay: end.status === 'later' ? (end.met ? conflictDelayMs() : retryDelayMs(task.tries)) : null,
    forgiven: end.status === 'released' ? 1 : 0,
  }
}

function runOf({ task, end, durationMs, items, bytes }: FinishedAttempt): RunRow[] {
  if (end.status === 'released') return []
  // A task that succeeds without counting is one item.
  const counted = items ?? (end.status === 'completed' ? 1 : 0)
  return [
    {
      task_type: task.type,
      outcome: end.status === 'completed' ? 'succeeded' : end.status === 'later' ? 'retried' : end.status,
      ended_status: isFinal(end) ? end.status : null,
      duration_ms: Math.max(0, Math.round(durationMs)),
      wait_ms: task.waitMs,
      items: counted,
      bytes: bytes ?? 0,
      error: 'error' in end ? end.error.slice(0, MAX_ERROR) : null,
    },
  ]
}

const LOST = JSON.stringify({ code: 'InternalServerError', details: { reason: 'task_lost' } } satisfies ErrorFacts)

/** Whether `failExhausted` would find anything. */
export async function hasExhausted(reader: Reader, types: readonly string[]): Promise<boolean> {
  const rows = await runPrepared<{ pk: number }, Record<string, never>>(
    reader,
    `tasks.exhausted|${types}`,
    {},
    (_p, query) =>
      query
        .selectFrom('tasks')
        .select('pk')
        .where(isProcessing)
        .where('lease_until', '<', reader.dialect.now)
        .where(isSpent)
        .where('task_type', 'in', types)
        .limit(1),
  )
  return rows.length > 0
}

/**
 * Fails the tasks whose last attempt vanished, and returns them. For the metrics such an attempt lasted until its lease
 * expired.
 */
export async function failExhausted(tx: Tx, types: readonly string[], error: string): Promise<ClaimedTask[]> {
  const { now, skipLocked } = tx.dialect
  const rows = await tx.query
    .with(
      cte => cte('over').materialized(),
      db =>
        db
          .selectFrom('tasks')
          .select('pk')
          .where(isProcessing)
          .where('lease_until', '<', now)
          .where(isSpent)
          .where('task_type', 'in', types)
          .limit(100)
          .modifyEnd(skipLocked),
    )
    .updateTable('tasks')
    .set({ locked_by: null, status: 'failed', last_error: error, error_facts: LOST, completed_at: now })
    .where('pk', 'in', db => db.selectFrom('over').select('over.pk'))
    .returning(claimedColumns)
    .returning(['lease_until', 'completed_at'])
    .execute()
  const lost = rows.map(row => ({ task: claimed(row), leaseUntil: row.lease_until, completedAt: row.completed_at }))
  await insertRuns(
    tx,
    lost.map(({ task, leaseUntil }) => ({
      task_type: task.type,
      outcome: 'failed',
      ended_status: 'failed',
      duration_ms: Math.max(0, (leaseUntil ?? task.startedAt) - task.startedAt),
      wait_ms: task.waitMs,
      items: 0,
      bytes: 0,
      error,
    })),
  )
  for (const { task, completedAt } of lost) {
    publishTaskStep(tx, { ...task, status: 'failed', error, ...(completedAt && { completedAt }) })
  }
  return lost.map(({ task }) => task)
}
