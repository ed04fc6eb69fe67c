import type { Role } from '@octavo/contract/access'
import { isUniqueViolation, type Reader, type Write } from '../../../db'
import { refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import { beginAct } from '../../../platform/audit-log'
import { generatePassword, hashPassword } from '../passwords'
import { requireOtherAdmin } from './manage-users'
import { changeUser } from './people.store'
import { credentialsByName } from './users.queries'
import { checkedAccount } from './users.rules'
import { insertUser } from './users.store'

export { resetPassword } from './reset-password'

interface Deps {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
}

export interface ListedUser {
  readonly username: string
  readonly email: string
  readonly role: string
  readonly isActive: boolean
  readonly lastSeenAt: number | null
}

/** All users, for the command line. */
export async function listUsers(reader: Reader): Promise<readonly ListedUser[]> {
  const rows = await reader.query
    .selectFrom('users')
    .select(['username', 'email', 'role', 'is_active', 'last_seen_at'])
    .orderBy('username_key')
    .execute()
  return rows.map(row => ({
    username: row.username,
    email: row.email,
    role: row.role,
    isActive: Boolean(row.is_active),
    lastSeenAt: row.last_seen_at,
  }))
}

/**
 * Creates an account; generates a password unless one is given.
 * @throws BadRequest if the name, address or password is invalid or taken
 */
export async function createAccount(
  { write, now }: Deps,
  request: {
    readonly username: string
    readonly email: string
    readonly role: Role
    readonly password?: string | undefined
    /** Of a password that Octavo never sees, as an argon2id PHC string. */
    readonly passwordHash?: string | undefined
  },
): Promise<{ readonly username: string; readonly password: string }> {
  const password = request.password ?? generatePassword()
  const { username, email } = await checkedAccount({ ...request, password })
  const passwordHash = request.passwordHash ?? (await hashPassword(password))
  const { role } = request
  try {
    await write(async tx => {
      const { id } = await insertUser(tx, { username, email, passwordHash, role }, now())
      const subject = { kind: 'user', id, name: username } as const
      const act = { action: 'user_created', userPk: null, subject, details: { role } } as const
      await beginAct(tx, act, now(), { outcome: 'done' })
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw refused('BadRequest', 'username_taken', `The user name ${username} or the address ${email} is already taken`)
  }
  return { username, password }
}

/**
 * Deactivates an account, which ends its sessions, or reactivates it.
 * @throws NotFound, Conflict if no administrator would be left
 */
export async function setActive({ reader, write, now }: Deps, nameOrEmail: string, isActive: boolean): Promise<string> {
  const found = await credentialsByName(reader, nameOrEmail)
  if (!found) throw refused('NotFound', 'user_gone', `There is no user with the name or e-mail address ${nameOrEmail}`)
  const { pk, id, username } = found
  if (found.isActive === isActive) return username
  await write(async tx => {
    await tx.dialect.lockTable('users').execute(tx.query)
    if (!isActive) await requireOtherAdmin(tx, pk)
    await changeUser(tx, pk, { isActive }, now())
    const subject = { kind: 'user', id, name: username } as const
    await beginAct(tx, { action: 'user_changed', userPk: null, subject, details: { isActive } }, now(), {
      outcome: 'done',
    })
    tx.publish({ channel: 'internal', event: { type: 'accounts_changed' }, to: {} })
  })
  return username
}
