import { randomBytes } from 'node:crypto'
import type { Reader, Tx } from '../../../db'

/** The purpose of a link. */
export type LinkPurpose = 'reset' | 'verify'

const BYTES = 32
const FORM = /^[\w-]{43}$/

export interface AccountLink {
  readonly userPk: number
  readonly userId: string
  /** The address that it was sent to; null for one created by an administrator. */
  readonly email: string | null
}

/** Creates a link for the user and invalidates an earlier one of the same purpose. Only its hash is stored. */
export async function issueLink(
  tx: Tx,
  link: {
    readonly userPk: number
    readonly purpose: LinkPurpose
    readonly email: string | null
    readonly expiresAt: number
  },
): Promise<string> {
  const { userPk, purpose, email, expiresAt } = link
  await deleteLinks(tx, userPk, purpose)
  const token = randomBytes(BYTES).toString('base64url')
  await tx.query
    .insertInto('account_links')
    .values({ token_hash: hashOf(token), user_pk: userPk, purpose, email, expires_at: expiresAt })
    .execute()
  return token
}

/** A cheap check before hashing and writing, against guessed tokens. */
export async function linkOf(
  reader: Pick<Reader, 'query'>,
  token: string,
  purpose: LinkPurpose,
  now: number,
): Promise<AccountLink | null> {
  if (!FORM.test(token)) return null
  const row = await reader.query
    .selectFrom('account_links')
    .innerJoin('users', 'users.pk', 'account_links.user_pk')
    .select(['account_links.user_pk', 'account_links.email', 'users.id'])
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('account_links.expires_at', '>', now)
    .executeTakeFirst()
  return row ? { userPk: row.user_pk, userId: row.id, email: row.email } : null
}

/** Redeems a link once; false if it was used already or has expired. */
export async function takeLink(tx: Tx, token: string, purpose: LinkPurpose, now: number): Promise<boolean> {
  const row = await tx.query
    .deleteFrom('account_links')
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .returning('expires_at')
    .executeTakeFirst()
  return row !== undefined && row.expires_at > now
}

export async function deleteLinks(tx: Tx, userPk: number, purpose: LinkPurpose): Promise<void> {
  await tx.query.deleteFrom('account_links').where('user_pk', '=', userPk).where('purpose', '=', purpose).execute()
}

export async function pruneLinks(tx: Tx, now: number, limit: number): Promise<number> {
  const ended = tx.query.selectFrom('account_links').select('token_hash').where('expires_at', '<=', now).limit(limit)
  const gone = await tx.query
    .deleteFrom('account_links')
    .where('token_hash', 'in', ended)
    .returning('user_pk')
    .execute()
  return gone.length
}

function hashOf(token: string): string {
  return new Bun.CryptoHasher('sha256').update(token).digest('hex')
}
