import type { Tx } from '../../../db'
import { newId } from '../../../kernel/ids'
import { LIMITS } from '../../../kernel/limits'
import { updateSignIn } from '../users'
import type { SessionOwner, SignInWay } from './session'

/** Why sessions ended, for the audit log. */
type EndedSessions = Exclude<NonNullable<Parameters<typeof updateSignIn>[2]['sessionEnded']>, true>

/** Maximum length of a user agent. */
const MAX_USER_AGENT = 400

export interface NewSession {
  readonly owner: SessionOwner
  readonly way: SignInWay
  readonly userAgent: string
  readonly address: string
  readonly expiresAt: number
}

/** Opens a session and returns its key and id. */
export async function insertSession(tx: Tx, session: NewSession, now: number): Promise<{ pk: number; id: string }> {
  const { owner, way, userAgent, address, expiresAt } = session
  const old = await tx.query
    .selectFrom('sessions')
    .select('pk')
    .where('user_pk', '=', owner.pk)
    .orderBy('last_used_at', 'desc')
    .orderBy('pk', 'desc')
    .offset(LIMITS.perPerson.sessions - 1)
    .limit(LIMITS.perPerson.sessions)
    .execute()
  if (old.length > 0) {
    const pks = old.map(({ pk }) => pk)
    await tx.query.deleteFrom('sessions').where('pk', 'in', pks).execute()
    await updateSignIn(tx, owner.pk, { sessionEnded: true }, now)
  }
  return tx.query
    .insertInto('sessions')
    .values({
      id: newId(),
      user_pk: owner.pk,
      credentials_version: owner.credentialsVersion,
      way,
      user_agent: userAgent.slice(0, MAX_USER_AGENT),
      address,
      created_at: now,
      last_used_at: now,
      expires_at: expiresAt,
    })
    .returning(['pk', 'id'])
    .executeTakeFirstOrThrow()
}

/** Ends one session of the user; false if it is not theirs. */
export async function deleteSession(
  tx: Tx,
  userPk: number,
  id: string,
  now: number,
  ended: EndedSessions,
): Promise<boolean> {
  const gone = await tx.query
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_pk', '=', userPk)
    .returning('pk')
    .execute()
  if (gone.length === 0) return false
  await updateSignIn(tx, userPk, { sessionEnded: ended }, now)
  return true
}

/** Ends all sessions of the user except one; `null` ends them all. Returns their number. */
export async function deleteOtherSessions(
  tx: Tx,
  userPk: number,
  exceptId: string | null,
  now: number,
  ended: Omit<EndedSessions, 'action'> = {},
): Promise<number> {
  let query = tx.query.deleteFrom('sessions').where('user_pk', '=', userPk).returning('pk')
  if (exceptId !== null) query = query.where('id', '<>', exceptId)
  const gone = await query.execute()
  if (gone.length > 0) {
    const details = { ...ended.details, sessions: gone.length }
    await updateSignIn(tx, userPk, { sessionEnded: { ...ended, action: 'session_revoked', details } }, now)
  }
  return gone.length
}

/** Continues a session under the user's new credentials version, or with a later expiry. */
export async function prolongSession(
  tx: Tx,
  id: string,
  change: { readonly expiresAt: number; readonly credentialsVersion: number },
): Promise<void> {
  await tx.query
    .updateTable('sessions')
    .set({ expires_at: change.expiresAt, credentials_version: change.credentialsVersion })
    .where('id', '=', id)
    .execute()
}

export async function setSessionUsed(tx: Tx, id: string, address: string, now: number): Promise<void> {
  await tx.query.updateTable('sessions').set({ last_used_at: now, address }).where('id', '=', id).execute()
}

/** Deletes up to `limit` expired sessions with their refresh tokens. */
export async function pruneSessions(tx: Tx, now: number, limit: number): Promise<number> {
  const ended = tx.query.selectFrom('sessions').select('pk').where('expires_at', '<=', now).limit(limit)
  const gone = await tx.query.deleteFrom('sessions').where('pk', 'in', ended).returning('pk').execute()
  return gone.length
}
