import type { Role } from '@octavo/contract/access'
import type { Tx } from '../../db'
import { newId } from '../../kernel/ids'
import { nameKey } from './users.rules'

export interface UserValues {
  readonly username: string
  readonly email: string
  readonly passwordHash: string
  readonly role: Role
}

/** Inserts an active user and answers its id. */
export async function insertUser(tx: Tx, values: UserValues, now: number): Promise<string> {
  const id = newId()
  await tx.query
    .insertInto('users')
    .values({
      id,
      username: values.username,
      username_key: nameKey(values.username),
      email: values.email,
      email_key: nameKey(values.email),
      password_hash: values.passwordHash,
      role: values.role,
      permissions: '[]',
      is_active: true,
      email_verified: true,
      credentials_version: 1,
      last_login_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

/** Inserts the user when there is none yet; answers null when there is one, however many ask at once. */
export async function insertFirstUser(tx: Tx, values: UserValues, now: number): Promise<string | null> {
  await tx.dialect.lockTable('users').execute(tx.query)
  const other = await tx.query.selectFrom('users').select('pk').limit(1).executeTakeFirst()
  return other ? null : insertUser(tx, values, now)
}

/** Sets the password and ends every token made under the old one. */
export async function setPasswordHash(tx: Tx, userPk: number, passwordHash: string, now: number): Promise<void> {
  await tx.query
    .updateTable('users')
    .set(update => ({
      password_hash: passwordHash,
      credentials_version: update('credentials_version', '+', 1),
      updated_at: now,
    }))
    .where('pk', '=', userPk)
    .execute()
}

export async function setLastLogin(tx: Tx, userPk: number, now: number): Promise<void> {
  await tx.query.updateTable('users').set({ last_login_at: now }).where('pk', '=', userPk).execute()
}
