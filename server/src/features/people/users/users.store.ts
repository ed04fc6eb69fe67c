import type { Role } from '@octavo/contract/access'
import type { AuditAction } from '@octavo/contract/audit'
import type { Tx } from '../../../db'
import { newId } from '../../../kernel/ids'
import { recordAct } from '../../../platform/audit-log'
import { nameKey } from './users.rules'

export interface UserValues {
  readonly username: string
  readonly email: string
  readonly passwordHash: string
  readonly role: Role
  /** True unless said otherwise: an address that an admin wrote down is taken for right. */
  readonly emailVerified?: boolean
}

/** Inserts an active user and answers its id. */
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

/** Inserts the user when there is none yet; answers null when there is one, however many ask at once. */
export async function insertFirstUser(tx: Tx, values: UserValues, now: number): Promise<string | null> {
  await tx.dialect.lockTable('users').execute(tx.query)
  const other = await tx.query.selectFrom('users').select('pk').limit(1).executeTakeFirst()
  return other ? null : (await insertUser(tx, values, now)).id
}

/** What changes about how a user signs in; a new password, and `endsTokens`, end every token made before. */
export interface SignInChange {
  readonly passwordHash?: string
  readonly endsTokens?: true
  readonly lastLoginAt?: number
  /** How they came in, for the audit log. */
  readonly way?: string
  readonly emailVerified?: boolean
  readonly hasSecondFactor?: boolean
  /** Some session of the user has ended: what processes remember of them is looked up again. */
  readonly sessionEnded?: true | EndedSessions
  /** The new password was chosen by a link. */
  readonly byLink?: true
}

/** How sessions came to their end, for the audit log. */
export interface EndedSessions {
  readonly action: 'signed_out' | 'session_revoked' | 'session_reused'
  /** Who ended them; absent: the user. */
  readonly by?: { readonly userPk: number }
  readonly details?: Readonly<Record<string, unknown>>
}

/** Answers the credentials version that counts from now on. `by` is who does it: the user, unless somebody else is named. */
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
