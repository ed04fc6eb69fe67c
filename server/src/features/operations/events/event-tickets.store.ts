import { randomBytes } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../../db'
import { LIMITS } from '../../../kernel/limits'
import type { Pass } from '../../../kernel/viewer'
import type { Holder } from '../../people/auth'

const BYTES = 32
const FORM = /^[\w-]{43}$/

/** Creates a ticket for one stream. Only its hash is stored. Times are the database's, which several servers share. */
export async function issueTicket(
  tx: Tx,
  userPk: number,
  { credentialsVersion, keyPrefix, sessionId, endsAt }: Pass,
): Promise<{ readonly ticket: string; readonly expiresAt: number }> {
  const ticket = randomBytes(BYTES).toString('base64url')
  const { expires_at } = await tx.query
    .insertInto('event_tickets')
    .values({
      token_hash: hashOf(ticket),
      user_pk: userPk,
      credentials_version: credentialsVersion,
      key_prefix: keyPrefix,
      session_id: sessionId,
      ends_at: endsAt,
      expires_at: sql<number>`${tx.dialect.now} + ${sql.lit(LIMITS.events.ticketMs)}`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { ticket, expiresAt: expires_at }
}

/** A read before the write, so that guessed tokens do not occupy the writer. */
export async function isTicket(reader: Reader, ticket: string): Promise<boolean> {
  if (!FORM.test(ticket)) return false
  const row = await reader.query
    .selectFrom('event_tickets')
    .select('user_pk')
    .where('token_hash', '=', hashOf(ticket))
    .executeTakeFirst()
  return row !== undefined
}

/** Redeems a ticket once, on any server; null if it is invalid or expired. */
export async function takeTicket(tx: Tx, ticket: string): Promise<Holder | null> {
  const row = await tx.query
    .deleteFrom('event_tickets')
    .where('token_hash', '=', hashOf(ticket))
    .returning(['user_pk', 'credentials_version', 'key_prefix', 'session_id', 'ends_at'])
    .returning(sql<SqlBool>`expires_at > ${tx.dialect.now}`.as('good'))
    .executeTakeFirst()
  if (!row?.good) return null
  const user = await tx.query.selectFrom('users').select('id').where('pk', '=', row.user_pk).executeTakeFirst()
  if (!user) return null
  const { credentials_version, key_prefix, session_id, ends_at } = row
  const pass = {
    credentialsVersion: credentials_version,
    keyPrefix: key_prefix,
    sessionId: session_id,
    endsAt: ends_at,
  }
  return { userId: user.id, pass }
}

export async function hasOldTickets({ query, dialect }: Reader): Promise<boolean> {
  const row = await query
    .selectFrom('event_tickets')
    .select('user_pk')
    .where('expires_at', '<=', dialect.now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function purgeTickets(tx: Tx): Promise<void> {
  await tx.query.deleteFrom('event_tickets').where('expires_at', '<=', tx.dialect.now).execute()
}

function hashOf(ticket: string): string {
  return new Bun.CryptoHasher('sha256').update(ticket).digest('hex')
}
