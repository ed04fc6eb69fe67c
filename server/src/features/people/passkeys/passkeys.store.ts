import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../../db'
import type { PasskeysTable } from '../../../db/schema/signing-in'
import { newId } from '../../../kernel/ids'

/** One passkey of somebody. Times in epoch milliseconds. */
export interface Passkey {
  readonly pk: number
  readonly id: string
  readonly userPk: number
  readonly name: string
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
  readonly rpId: string
  readonly origin: string
  readonly synced: boolean
  readonly createdAt: number
  readonly lastUsedAt: number | null
}

export type NewPasskey = Omit<Passkey, 'pk' | 'id' | 'createdAt' | 'lastUsedAt'>

/** The passkeys of a user, newest first. */
export async function passkeysOf(reader: Reader, userPk: number): Promise<Passkey[]> {
  const rows = await reader.query
    .selectFrom('passkeys')
    .selectAll()
    .where('user_pk', '=', userPk)
    .orderBy('created_at', 'desc')
    .orderBy('pk', 'desc')
    .execute()
  return rows.map(toPasskey)
}

export async function passkeyCount(tx: Tx, userPk: number): Promise<number> {
  const row = await tx.query
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user_pk', '=', userPk)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Whether passkeys are the second factor: then the last one cannot be removed. */
export async function areSecondFactor(tx: Tx, userPk: number): Promise<boolean> {
  const row = await tx.query
    .selectFrom('users')
    .leftJoin('totp_secrets', 'totp_secrets.user_pk', 'users.pk')
    .select(['users.second_factor', 'totp_secrets.confirmed_at'])
    .where('users.pk', '=', userPk)
    .executeTakeFirst()
  return Boolean(row?.second_factor) && row?.confirmed_at === null
}

/** The passkey with a credential id, and its owner. */
export async function passkeyByCredential(
  reader: Reader,
  credentialId: string,
): Promise<{ readonly passkey: Passkey; readonly userId: string } | null> {
  const row = await reader.query
    .selectFrom('passkeys')
    .innerJoin('users', 'users.pk', 'passkeys.user_pk')
    .selectAll('passkeys')
    .select('users.id as user_id')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row ? { passkey: toPasskey(row), userId: row.user_id } : null
}

export async function insertPasskey(tx: Tx, passkey: NewPasskey, now: number): Promise<Passkey> {
  const { userPk, name, credentialId, publicKey, counter, transports, rpId, origin, synced } = passkey
  const row = await tx.query
    .insertInto('passkeys')
    .values({
      id: newId(),
      user_pk: userPk,
      name,
      credential_id: credentialId,
      public_key: publicKey,
      counter,
      transports: JSON.stringify(transports),
      rp_id: rpId,
      origin,
      synced,
      created_at: now,
      last_used_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toPasskey(row)
}

export async function setPasskeyName(tx: Tx, userPk: number, id: string, name: string): Promise<Passkey | null> {
  const row = await tx.query
    .updateTable('passkeys')
    .set({ name })
    .where('user_pk', '=', userPk)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row ? toPasskey(row) : null
}

export async function deletePasskey(tx: Tx, userPk: number, id: string): Promise<Passkey | null> {
  const row = await tx.query
    .deleteFrom('passkeys')
    .where('user_pk', '=', userPk)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row ? toPasskey(row) : null
}

/** Removes all passkeys of a user and returns their names. */
export async function removePasskeysOf(tx: Tx, userPk: number): Promise<string[]> {
  const rows = await tx.query.deleteFrom('passkeys').where('user_pk', '=', userPk).returning('name').execute()
  return rows.map(({ name }) => name)
}

/** Records a use; false if the counter did not grow, which means that the passkey was copied. */
export async function countUse(
  tx: Tx,
  pk: number,
  { counter, synced, now }: { readonly counter: number; readonly synced: boolean; readonly now: number },
): Promise<boolean> {
  const row = await tx.query
    .updateTable('passkeys')
    .set({ counter, synced, last_used_at: now })
    .where('pk', '=', pk)
    .where(eb => (counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', counter)))
    .returning('pk')
    .executeTakeFirst()
  return row !== undefined
}

/** Redeems a challenge once across all servers. */
export async function takeChallenge(tx: Tx, challenge: string, expiresAt: number): Promise<boolean> {
  const row = await tx.query
    .insertInto('used_challenges')
    .values({ challenge, expires_at: expiresAt })
    .onConflict(conflict => conflict.doNothing())
    .returning('challenge')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes up to `limit` expired challenges. */
export async function pruneChallenges(tx: Tx, now: number, limit: number): Promise<number> {
  const ended = tx.query.selectFrom('used_challenges').select('challenge').where('expires_at', '<=', now).limit(limit)
  const gone = await tx.query
    .deleteFrom('used_challenges')
    .where('challenge', 'in', ended)
    .returning('challenge')
    .execute()
  return gone.length
}

function toPasskey(row: Selectable<PasskeysTable>): Passkey {
  return {
    pk: row.pk,
    id: row.id,
    userPk: row.user_pk,
    name: row.name,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: JSON.parse(row.transports) as string[],
    rpId: row.rp_id,
    origin: row.origin,
    synced: Boolean(row.synced),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}
