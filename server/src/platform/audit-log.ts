import type { AuditAction, AuditOutcome, AuditSubject } from '@octavo/contract/audit'
import { insertRows, type Tx } from '../db'
import { newId } from '../kernel/ids'
import { currentScope } from '../kernel/request-scope'

/** The subject of an action with its current name, since it may be deleted later. Null without one. */
export interface Subject {
  readonly kind: AuditSubject
  readonly id: string | null
  readonly name: string
}

export interface NewAct {
  readonly action: AuditAction
  /** Null if the server acts by itself, or nobody is signed in. */
  readonly userPk: number | null
  readonly subject: Subject
  readonly library?: { readonly id: string; readonly name: string }
  readonly details: Readonly<Record<string, unknown>>
}

export interface ActEnd {
  readonly outcome: Exclude<AuditOutcome, 'begun'>
  readonly details?: Readonly<Record<string, unknown>> | undefined
  readonly message?: string | null | undefined
}

/** Records an action before it begins; one that ends within this transaction gets its end at once. */
export async function beginAct(tx: Tx, act: NewAct, now: number, end?: ActEnd): Promise<{ pk: number; id: string }> {
  const { action, userPk, subject, library, details } = act
  return tx.query
    .insertInto('audit_log')
    .values(eb => ({
      id: newId(),
      at: now,
      ended_at: end ? now : null,
      user_pk: userPk,
      user_name: userPk === null ? null : eb.selectFrom('users').select('username').where('pk', '=', userPk),
      user_id: userPk === null ? null : eb.selectFrom('users').select('users.id').where('pk', '=', userPk),
      address: currentScope()?.address ?? null,
      action,
      outcome: end?.outcome ?? 'begun',
      subject_kind: subject.kind,
      subject_id: subject.id ?? '',
      subject_name: subject.name,
      library_id: library?.id ?? '',
      library_name: library?.name ?? '',
      details: JSON.stringify(end?.details ?? details),
      message: end?.message ?? null,
    }))
    .returning(['pk', 'id'])
    .executeTakeFirstOrThrow()
}

/**
 * Records a person's action in its transaction, with the origin of the request. `by` is the actor, or the account
 * concerned if nobody is signed in yet. Details must not contain secrets.
 */
export async function recordAct(
  tx: Tx,
  by: { readonly userPk: number } | null,
  action: AuditAction,
  subject: Subject,
  options: {
    readonly now: number
    readonly library?: { readonly id: string; readonly name: string }
    readonly details?: Readonly<Record<string, unknown>>
    readonly failed?: string
    /** Ids of further subjects, for filters. */
    readonly also?: readonly string[]
  },
): Promise<void> {
  const { now, library, details = {}, failed, also = [] } = options
  const userPk = by === null || by.userPk === 0 ? null : by.userPk
  const act = { action, userPk, subject, details, ...(library && { library }) }
  const end: ActEnd = failed === undefined ? { outcome: 'done' } : { outcome: 'failed', message: failed }
  const { pk } = await beginAct(tx, act, now, end)
  await addSubjects(tx, pk, also)
}

/** Records further subjects of an action, so that filters by any of them find it. */
export async function addSubjects(tx: Tx, actPk: number, ids: readonly string[]): Promise<void> {
  await insertRows(
    tx,
    'audit_subjects',
    ids.map(subject_id => ({ act_pk: actPk, subject_id })),
  )
}

/** Deletes the oldest entries before a moment, at most `limit`, and returns their number. Unfinished ones stay. */
export async function deleteActs(tx: Tx, before: number, limit: number): Promise<number> {
  const old = tx.query
    .selectFrom('audit_log')
    .select('pk')
    .where('at', '<', before)
    .where('outcome', '<>', 'begun')
    .orderBy('at')
    .limit(limit)
  const { numDeletedRows } = await tx.query.deleteFrom('audit_log').where('pk', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes the oldest entries of one person, at most `limit`, and returns their number. Unfinished ones stay. */
export async function deleteOldestActsOf(tx: Tx, userId: string, limit: number): Promise<number> {
  const old = tx.query
    .selectFrom('audit_log')
    .select('pk')
    .where('user_id', '=', userId)
    .where('outcome', '<>', 'begun')
    .orderBy('pk')
    .limit(limit)
  const { numDeletedRows } = await tx.query.deleteFrom('audit_log').where('pk', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Records the progress of an action. */
export async function noteAct(tx: Tx, pk: number, details: Readonly<Record<string, unknown>>): Promise<void> {
  await tx.query
    .updateTable('audit_log')
    .set({ details: JSON.stringify(details) })
    .where('pk', '=', pk)
    .execute()
}

/** Records the end of an action; call it in the transaction that writes its effect. */
export async function endAct(tx: Tx, pk: number, { outcome, details, message }: ActEnd, now: number): Promise<void> {
  await tx.query
    .updateTable('audit_log')
    .set({
      outcome,
      ended_at: now,
      message: message ?? null,
      ...(details && { details: JSON.stringify(details) }),
    })
    .where('pk', '=', pk)
    .execute()
}

/** Deletes an entry whose action changed nothing. */
export async function withdrawAct(tx: Tx, pk: number): Promise<void> {
  await tx.query.deleteFrom('audit_log').where('pk', '=', pk).where('outcome', '=', 'begun').execute()
}

/** Ends interrupted actions, except those of one kind, which determines itself how far it came. */
export async function interruptActs(tx: Tx, except: AuditAction, before: number, now: number): Promise<void> {
  await tx.query
    .updateTable('audit_log')
    .set({ outcome: 'interrupted', ended_at: now, message: 'Octavo stopped before this was finished' })
    .where('outcome', '=', 'begun')
    .where('action', '<>', except)
    .where('at', '<=', before)
    .execute()
}
