import { randomBytes } from 'node:crypto'
import type { Tx } from '../../../db'
import { deleteSession, prolongSession } from './sessions.store'

const BYTES = 32
const FORM = /^[\w-]{43}$/

/** A new refresh token of a session. Only its hash is stored. */
export async function insertRefreshToken(tx: Tx, sessionPk: number, now: number): Promise<string> {
  const token = randomBytes(BYTES).toString('base64url')
  await tx.query
    .insertInto('refresh_tokens')
    .values({ token_hash: hashOf(token), session_pk: sessionPk, created_at: now, used_at: null })
    .execute()
  return token
}

export interface Rotated {
  readonly kind: 'rotated'
  readonly userId: string
  readonly sessionId: string
  readonly refreshToken: string
}

/** A token that is used twice was stolen, so its session ends. */
export interface Reused {
  readonly kind: 'reused'
  readonly userId: string
}

/**
 * Redeems a refresh token once across all servers and issues the next one; `reused` if it was redeemed before. Null for an
 * invalid token.
 */
export async function rotateRefreshToken(
  tx: Tx,
  token: string,
  { now, expiresAt }: { readonly now: number; readonly expiresAt: number },
): Promise<Rotated | Reused | null> {
  if (!FORM.test(token)) return null
  const hash = hashOf(token)
  const taken = await tx.query
    .updateTable('refresh_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('session_pk')
    .executeTakeFirst()
  const found = await sessionOf(tx, hash)
  if (!found) return null
  if (!taken) {
    await deleteSession(tx, found.user_pk, found.id, now, { action: 'session_reused' })
    return { kind: 'reused', userId: found.user_id }
  }
  const holds = found.is_active && found.credentials_version === found.version_now && found.expires_at > now
  if (!holds) return null
  await prolongSession(tx, found.id, { expiresAt, credentialsVersion: found.credentials_version })
  const refreshToken = await insertRefreshToken(tx, found.pk, now)
  return { kind: 'rotated', userId: found.user_id, sessionId: found.id, refreshToken }
}

/** The session of a refresh token, used or not, if it is the user's. */
export async function sessionByRefreshToken(tx: Tx, userPk: number, token: string): Promise<string | null> {
  const row = FORM.test(token) ? await sessionOf(tx, hashOf(token)) : undefined
  return row?.user_pk === userPk ? row.id : null
}

async function sessionOf(tx: Tx, hash: string) {
  return tx.query
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.pk', 'refresh_tokens.session_pk')
    .innerJoin('users', 'users.pk', 'sessions.user_pk')
    .selectAll('sessions')
    .select(['users.id as user_id', 'users.is_active', 'users.credentials_version as version_now'])
    .where('token_hash', '=', hash)
    .executeTakeFirst()
}

function hashOf(token: string): string {
  return new Bun.CryptoHasher('sha256').update(token).digest('hex')
}
