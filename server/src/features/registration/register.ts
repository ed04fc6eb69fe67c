import { ROLE_PERMISSIONS } from '@octavo/contract/access'
import type { RegisterRequest } from '@octavo/contract/registration'
import type { UserInfo } from '@octavo/contract/user'
import { isUniqueViolation, type Reader, type Write } from '../../db'
import type { RateLimiter } from '../../http/rate-limit'
import { AppError } from '../../kernel/app-error'
import type { Clock } from '../../kernel/clock'
import { newId } from '../../kernel/ids'
import { issueLink, type Mailbox } from '../account-links'
import { recordAct } from '../audit'
import { hashPassword } from '../passwords'
import type { LiveSettings } from '../settings'
import { type Account, type AccountCache, checkedAccount, credentialsByName, insertUser, nameKey } from '../users'

/** A letter that lies in the wrong folder is found the next day. */
export const VERIFY_MS = 48 * 3_600_000

export interface RegisterDeps {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly accounts: AccountCache
  readonly settings: LiveSettings
  readonly mailbox: Mailbox | null
}

export type Registered =
  | { readonly kind: 'in'; readonly account: Account }
  /** A letter is on its way. */
  | { readonly kind: 'to-confirm'; readonly user: UserInfo }
  | { readonly kind: 'wait'; readonly seconds: number }

/**
 * Makes an account for whoever asks, a reader. Where addresses are confirmed, an address that somebody has already is
 * answered like any other, and its owner is told.
 * @throws Forbidden while registration is closed, BadRequest for a name that is taken or a broken rule
 */
export async function register(
  deps: RegisterDeps,
  input: RegisterRequest,
  { address, limiter }: { readonly address: string; readonly limiter: RateLimiter },
): Promise<Registered> {
  const { settings, mailbox } = deps
  if (!(await settings.get('auth.registration_enabled'))) {
    throw new AppError('Forbidden', 'New accounts are made by whoever looks after this server')
  }
  const confirms = await settings.get('auth.email_confirmation')
  if (confirms && !mailbox) {
    throw new AppError('ServiceUnavailable', 'This server is to confirm addresses and cannot send mail')
  }
  const checked = checkedAccount(input)
  // Who signs in with an address must not meet somebody who has taken it for a name.
  if (checked.username.includes('@')) throw new AppError('BadRequest', 'The user name must not contain the sign @')
  const verdict = limiter.take({ address })
  if (!verdict.allowed) return { kind: 'wait', seconds: Math.max(1, verdict.resetSeconds) }
  const taken = await takenBy(deps, checked)
  if (taken === 'name') throw new AppError('BadRequest', 'This user name is taken')
  if (taken !== null) {
    if (!confirms || !mailbox) throw new AppError('BadRequest', 'There is an account with this e-mail address already')
    // As long as for a new one.
    await hashPassword(checked.password)
    if (mailbox.take(checked.email, address) === 0) {
      mailbox.send(taken.email, { kind: 'known-address', username: taken.username, path: '/forgot-password' })
    }
    return { kind: 'to-confirm', user: shownAs({ id: newId(), ...checked }) }
  }
  const account = await insert(deps, checked, confirms)
  return confirms ? { kind: 'to-confirm', user: shownAs(account) } : { kind: 'in', account }
}

/** Sends the letter again that asks to confirm an address; tells nobody whether there was need. */
export async function sendConfirmation(deps: RegisterDeps, email: string): Promise<void> {
  const found = await credentialsByName(deps.reader, email)
  if (!found?.account.isActive || found.account.emailVerified) return
  if (nameKey(found.account.email) !== nameKey(email)) return
  await confirm(deps, found.account)
}

async function insert(deps: RegisterDeps, checked: RegisterRequest, confirms: boolean): Promise<Account> {
  const { username, email, password } = checked
  const passwordHash = await hashPassword(password)
  const values = { username, email, passwordHash, role: 'reader', emailVerified: false } as const
  let id: string
  try {
    id = await deps.write(async tx => {
      const id = await insertUser(tx, values, deps.now())
      await recordAct(tx, null, 'user_registered', { kind: 'user', id, name: username }, { now: deps.now() })
      return id
    })
  } catch (error) {
    // Somebody was faster by a moment.
    if (isUniqueViolation(error)) throw new AppError('BadRequest', 'This user name or e-mail address is taken')
    throw error
  }
  const [account] = await deps.accounts.now([id])
  if (!account) throw new Error('The account just made is not there')
  if (confirms) await confirm(deps, account)
  return account
}

async function confirm({ write, now, mailbox }: RegisterDeps, { pk, username, email }: Account): Promise<void> {
  const expiresAt = now() + VERIFY_MS
  const token = await write(tx => issueLink(tx, { userPk: pk, purpose: 'verify', email, expiresAt }))
  mailbox?.send(email, { kind: 'verify', username, path: `/verify-email#${token}` })
}

async function takenBy(
  { reader }: RegisterDeps,
  { username, email }: RegisterRequest,
): Promise<'name' | Account | null> {
  const [byName, byEmail] = await Promise.all([credentialsByName(reader, username), credentialsByName(reader, email)])
  if (byName) return 'name'
  return byEmail?.account ?? null
}

function shownAs({ id, username, email }: { id: string; username: string; email: string }): UserInfo {
  return { id, username, email, role: 'reader', emailVerified: false, permissions: [...ROLE_PERMISSIONS.reader] }
}
