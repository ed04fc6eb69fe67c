import type { Role } from '@octavo/contract/access'
import type { AuditAction } from '@octavo/contract/audit'
import type { Tx } from '../../../db'
import { newId } from '../../../kernel/ids'
import { recordAct } from '../../../platform/audit-log'
import { endChildSessions } from './people.store'
import { nameKey } from './users.rules'

export interface UserValues {
  readonly username: string
  readonly email: string
  readonly passwordHash: string
  readonly role: Role
  /** True by default: an address entered by an administrator counts as verified. */
  readonly emailVerified?: boolean
}

/** Inserts an active user and returns its id. */
export async function insertUser(tx: Tx, values: UserValues, now: number): Promise<{ id: string; pk: number }> {
  const id = newId()
  const { pk } = await tx.query
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
      email_verified: values.emailVerified ?? true,
      credentials_version: 1,
      last_login_at: null,
      created_at: now,
      updated_at: now,
    })
    .returning('pk')
    .executeTakeFirstOrThrow()
  return { id, pk }
}

/** Inserts the user if there is none yet; returns null if there is one. Safe for concurrent requests. */
export async function insertFirstUser(tx: Tx, values: UserValues, now: number): Promise<string | null> {
  await tx.dialect.lockTable('users').execute(tx.query)
  const other = await tx.query.selectFrom('users').select('pk').limit(1).executeTakeFirst()
  return other ? null : (await insertUser(tx, values, now)).id
}

/** Changes of a user's credentials; a new password, and `endsTokens`, end every earlier token. */
export interface SignInChange {
  readonly passwordHash?: string
  readonly endsTokens?: true
  readonly lastLoginAt?: number
  /** Sign-in method, for the audit log. */
  readonly way?: string
  readonly emailVerified?: boolean
  readonly hasSecondFactor?: boolean
  /** A session of the user has ended: cached sessions are read again. */
  readonly sessionEnded?: true | EndedSessions
  /** The new password was chosen by a link. */
  readonly byLink?: true
}

/** Why sessions ended, for the audit log. */
export interface EndedSessions {
  readonly action: 'signed_out' | 'session_revoked' | 'session_reused'
  /** Who ended them; absent: the user. */
  readonly by?: { readonly userPk: number }
  readonly details?: Readonly<Record<string, unknown>>
}

/** Returns the new credentials version. `by` is the actor, by default the user. A new password also ends the sessions of child profiles. */
export async function updateSignIn(
  tx: Tx,
  userPk: number,
  change: SignInChange,
  now: number,
  by: { readonly userPk: number } = { userPk },
): Promise<number> {
  const { passwordHash, lastLoginAt, emailVerified, hasSecondFactor } = change
  const endsTokens = passwordHash !== undefined || change.endsTokens
  const row = await tx.query
    .updateTable('users')
    .set(update => ({
      ...(passwordHash !== undefined && { password_hash: passwordHash }),
      ...(endsTokens && { credentials_version: update('credentials_version', '+', 1) }),
      ...(change.sessionEnded && { sessions_version: update('sessions_version', '+', 1) }),
      ...(lastLoginAt !== undefined && { last_login_at: lastLoginAt }),
      ...(emailVerified !== undefined && { email_verified: emailVerified }),
      ...(hasSecondFactor !== undefined && { second_factor: hasSecondFactor }),
      ...((passwordHash !== undefined || emailVerified !== undefined) && { updated_at: now }),
    }))
    .where('pk', '=', userPk)
    .returning(['credentials_version', 'id', 'username'])
    .executeTakeFirstOrThrow()
  if (passwordHash !== undefined) await endChildSessions(tx, userPk)
  for (const action of actsOf(change)) {
    const details = action === 'signed_in' && change.way ? { way: change.way } : {}
    await recordAct(tx, by, action, { kind: 'user', id: row.id, name: row.username }, { now, details })
  }
  if (typeof change.sessionEnded === 'object') {
    const { action, by = { userPk }, details = {} } = change.sessionEnded
    await recordAct(tx, by, action, { kind: 'user', id: row.id, name: row.username }, { now, details })
  }
  return row.credentials_version
}

/** The audit log entry for it. */
function actsOf({ passwordHash, lastLoginAt, emailVerified, hasSecondFactor, byLink }: SignInChange): AuditAction[] {
  return [
    ...(lastLoginAt !== undefined ? (['signed_in'] as const) : []),
    ...(passwordHash !== undefined ? [byLink ? ('password_reset' as const) : ('password_changed' as const)] : []),
    ...(emailVerified ? (['email_verified'] as const) : []),
    ...(hasSecondFactor !== undefined ? (['second_factor_changed'] as const) : []),
  ]
}
