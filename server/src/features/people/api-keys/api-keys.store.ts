import type { Permission } from '@octavo/contract/access'
import type { Tx } from '../../../db'
import { newId } from '../../../kernel/ids'

export interface NewApiKey {
  readonly userPk: number
  readonly name: string
  readonly prefix: string
  readonly hash: string
  readonly readerHash: string
  readonly permissions: readonly Permission[]
  readonly expiresAt: number | null
}

/** Inserts an active key and returns its id. */
export async function insertApiKey(tx: Tx, key: NewApiKey, now: number): Promise<string> {
  const id = newId()
  await tx.query
    .insertInto('api_keys')
    .values({
      id,
      user_pk: key.userPk,
      name: key.name,
      key_prefix: key.prefix,
      key_hash: key.hash,
      reader_key_hash: key.readerHash,
      permissions: JSON.stringify(key.permissions),
      is_active: true,
      expires_at: key.expiresAt,
      last_used_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

/** Sets the given fields; `expiresAt: null` removes the expiry. */
export interface ApiKeyChange {
  readonly name?: string
  readonly permissions?: readonly Permission[]
  readonly isActive?: boolean
  readonly expiresAt?: number | null
}

export async function changeApiKey(tx: Tx, pk: number, change: ApiKeyChange, now: number): Promise<void> {
  await tx.query
    .updateTable('api_keys')
    .set({
      ...(change.name !== undefined && { name: change.name }),
      ...(change.permissions !== undefined && { permissions: JSON.stringify(change.permissions) }),
      ...(change.isActive !== undefined && { is_active: change.isActive }),
      ...(change.expiresAt !== undefined && { expires_at: change.expiresAt }),
      updated_at: now,
    })
    .where('pk', '=', pk)
    .execute()
}

export async function deleteApiKey(tx: Tx, pk: number): Promise<void> {
  await tx.query.deleteFrom('api_keys').where('pk', '=', pk).execute()
}

/** Only forwards: another replica may have recorded a later use. */
export async function setLastUsed(tx: Tx, pk: number, usedAt: number): Promise<void> {
  await tx.query
    .updateTable('api_keys')
    .set({ last_used_at: usedAt })
    .where('pk', '=', pk)
    .where(where => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', usedAt)]))
    .execute()
}
