import type { AuditAction, AuditOutcome } from '@octavo/contract/audit'
import type { Tx } from '../../db'
import { newId } from '../../kernel/ids'

export interface NewAct {
  readonly action: AuditAction
  /** Null where a schedule does it. */
  readonly userPk: number | null
  readonly subject: { readonly kind: 'book' | 'series' | 'library'; readonly id: string; readonly name: string }
  readonly library: { readonly id: string; readonly name: string }
  readonly details: Readonly<Record<string, unknown>>
}

export interface ActEnd {
  readonly outcome: Exclude<AuditOutcome, 'begun'>
  readonly details?: Readonly<Record<string, unknown>> | undefined
  readonly message?: string | null | undefined
}

/** Notes an act before it begins; one that ends within this transaction is given its end at once. */
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
      action,
      outcome: end?.outcome ?? 'begun',
      subject_kind: subject.kind,
      subject_id: subject.id,
      subject_name: subject.name,
      library_id: library.id,
      library_name: library.name,
      details: JSON.stringify(end?.details ?? details),
      message: end?.message ?? null,
    }))
    .returning(['pk', 'id'])
    .executeTakeFirstOrThrow()
}

/** Notes how far an act is. */
export async function noteAct(tx: Tx, pk: number, details: Readonly<Record<string, unknown>>): Promise<void> {
  await tx.query
    .updateTable('audit_log')
    .set({ details: JSON.stringify(details) })
    .where('pk', '=', pk)
    .execute()
}

/** Notes how an act ended; to be called in the transaction that writes its effect. */
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

/** Ends the acts that a stop has cut off, but those of one action, which knows itself how far it came. */
export async function interruptActs(tx: Tx, except: AuditAction, before: number, now: number): Promise<void> {
  await tx.query
    .updateTable('audit_log')
    .set({ outcome: 'interrupted', ended_at: now, message: 'Octavo was stopped before this was finished' })
    .where('outcome', '=', 'begun')
    .where('action', '<>', except)
    .where('at', '<=', before)
    .execute()
}
