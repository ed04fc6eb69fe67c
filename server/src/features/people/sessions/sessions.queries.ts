import type { Selectable } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import type { SessionsTable } from '../../../db/schema/signing-in'
import type { Session } from './session'

/** These take no viewer: they determine it. */
export async function sessionById(reader: Reader, id: string): Promise<Session | null> {
  const [row] = await runPrepared<Selectable<SessionsTable>, { id: string }>(
    reader,
    'sessions.by-id',
    { id },
    (p, query) => query.selectFrom('sessions').selectAll().where('id', '=', p.id),
  )
  return row ? toSession(row) : null
}

/** The active sessions of a user, most recently used first. */
export async function sessionsOf(reader: Reader, userPk: number, now: number): Promise<Session[]> {
  const rows = await reader.query
    .selectFrom('sessions')
    .innerJoin('users', 'users.pk', 'sessions.user_pk')
    .selectAll('sessions')
    .where('sessions.user_pk', '=', userPk)
    .where('sessions.expires_at', '>', now)
    .whereRef('sessions.credentials_version', '=', 'users.credentials_version')
    .orderBy('sessions.last_used_at', 'desc')
    .orderBy('sessions.pk', 'desc')
    .execute()
  return rows.map(toSession)
}

function toSession(row: Selectable<SessionsTable>): Session {
  return {
    pk: row.pk,
    id: row.id,
    userPk: row.user_pk,
    credentialsVersion: row.credentials_version,
    way: row.way,
    userAgent: row.user_agent,
    address: row.address,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  }
}
