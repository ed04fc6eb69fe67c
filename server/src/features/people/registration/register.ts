import { ROLE_PERMISSIONS } from '@octavo/contract/access'
import type { RegisterRequest } from '@octavo/contract/registration'
import type { UserInfo } from '@octavo/contract/user'
import { isUniqueViolation, type Reader, type Tx, type Write } from '../../../db'
import type { Peer } from '../../../http/identity'
import type { RateLimiter } from '../../../http/rate-limit'
import { refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import { newId } from '../../../kernel/ids'
import type { Logger } from '../../../kernel/log'
import { recordAct } from '../../../platform/audit-log'
import type { LiveSettings } from '../../../platform/settings'
import { issueLink, type Mailbox } from '../account-links'
import { hashPassword } from '../passwords'
import { type Account, type AccountCache, checkedAccount, credentialsByName, insertUser, nameKey } from '../users'

/** Long enough to find the e-mail in a spam folder the next day. */
const VERIFY_MS = 48 * 3_600_000

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
  /** An e-mail is on its way. */
  | { readonly kind: 'to-confirm'; readonly user: UserInfo }
  | { readonly kind: 'wait'; readonly seconds: number }

/**
 * Creates a reader account. Where addresses are confirmed, an address that is already taken gets the same response, and
 * its owner is notified.
 * @throws Forbidden while registration is closed, BadRequest for a taken name or a broken rule
 */
export async function register(
  deps: RegisterDeps,
  input: RegisterRequest,
  { address, limiter }: { readonly address: string; readonly limiter: RateLimiter },
): Promise<Registered> {
  const { settings, mailbox } = deps
  if (!(await settings.get('auth.registration_enabled'))) {
    throw refused('Forbidden', 'registration_closed', 'Registration is closed: ask an administrator for an account')
  }
  const confirms = await settings.get('auth.email_confirmation')
  if (confirms && !mailbox) {
    throw refused(
      'ServiceUnavailable',
      'no_mail',
      'This server requires confirmed e-mail addresses but cannot send e-mail',
    )
  }
  const checked = await checkedAccount(input)
  const verdict = limiter.take({ address })
  if (!verdict.allowed) return { kind: 'wait', seconds: Math.max(1, verdict.resetSeconds) }
  const taken = await takenBy(deps, checked)
  if (taken === 'name') throw refused('BadRequest', 'username_taken', 'This user name is taken', 'username')
  if (!confirms || !mailbox) {
    if (taken) throw refused('BadRequest', 'email_taken', 'An account with this e-mail address already exists', 'email')
    return { kind: 'in', account: await insert(deps, checked) }
  }
  const began = performance.now()
  const user = taken ? await askOwner(deps, mailbox, taken, checked, address) : await toConfirm(deps, mailbox, checked)
  await evenTime(began)
  return { kind: 'to-confirm', user: shownAs(user) }
}

/** Responses take a multiple of this: creating an account takes about fifty milliseconds. */
const EVEN_MS = 250

/** Pads the response time, so that it does not reveal whether an account was created. */
async function evenTime(began: number): Promise<void> {
  const passed = performance.now() - began
  await Bun.sleep(Math.ceil(passed / EVEN_MS) * EVEN_MS - passed)
}

/** Sends the confirmation e-mail again; the response does not reveal whether one was due. */
export async function sendConfirmation(deps: RegisterDeps, email: string): Promise<void> {
  const { write, now, mailbox } = deps
  const found = await credentialsByName(deps.reader, email)
  if (!found?.isActive || found.emailVerified || !mailbox) return
  if (nameKey(found.email) !== nameKey(email)) return
  const token = await write(tx => verifyLink(tx, { ...found, userPk: found.pk }, now()))
  sendVerify(mailbox, found, token)
}

/** Sends the link for an address that its owner has just entered, unless too many were sent. */
export function askToConfirm(
  deps: RegisterDeps & { readonly log: Logger },
  email: string,
  { address }: Pick<Peer, 'address'>,
): void {
  const { mailbox, log } = deps
  if (!mailbox || mailbox.take(email, address) > 0) return
  mailbox.behind(() =>
    sendConfirmation(deps, email).catch(error => log.warn({ err: error }, 'could not send a confirmation e-mail')),
  )
}

type Credentials = NonNullable<Awaited<ReturnType<typeof credentialsByName>>>
type Named = Pick<RegisterRequest, 'username' | 'email'>

/** Creates an account and sends the confirmation e-mail. */
async function toConfirm(
  deps: RegisterDeps,
  mailbox: Mailbox,
  checked: RegisterRequest,
): Promise<Named & { id: string }> {
  const { username, email } = checked
  const { id, token } = await make(deps, checked, async (tx, id, pk) => ({
    id,
    token: await verifyLink(tx, { userPk: pk, email }, deps.now()),
  }))
  sendVerify(mailbox, checked, token)
  return { id, username, email }
}

/** The address is taken: its owner is notified, and the client gets the same response as for a new one. */
async function askOwner(
  { write, now }: RegisterDeps,
  mailbox: Mailbox,
  owner: Credentials,
  checked: RegisterRequest,
  address: string,
): Promise<Named & { id: string }> {
  await hashPassword(checked.password)
  const { id, username, email } = owner
  const failed = 'An account with this e-mail address already exists'
  await write(tx =>
    recordAct(tx, null, 'user_registered', { kind: 'user', id, name: username }, { now: now(), failed }),
  )
  if (mailbox.take(checked.email, address) === 0) {
    mailbox.send(email, { kind: 'known-address', username, path: '/forgot-password' })
  }
  return { ...checked, id: newId() }
}

async function insert(deps: RegisterDeps, checked: RegisterRequest): Promise<Account> {
  const id = await make(deps, checked, async (_, id) => id)
  const [account] = await deps.accounts.now([id])
  if (!account) throw new Error('The account just made is not there')
  return account
}

/** Creates an account; `more` runs in the same transaction. */
async function make<T>(
  deps: RegisterDeps,
  checked: RegisterRequest,
  more: (tx: Tx, id: string, pk: number) => Promise<T>,
): Promise<T> {
  const { username, email, password } = checked
  const passwordHash = await hashPassword(password)
  const values = { username, email, passwordHash, role: 'reader', emailVerified: false } as const
  try {
    return await deps.write(async tx => {
      const { id, pk } = await insertUser(tx, values, deps.now())
      await recordAct(tx, null, 'user_registered', { kind: 'user', id, name: username }, { now: deps.now() })
      return more(tx, id, pk)
    })
  } catch (error) {
    // A concurrent registration was first.
    if (isUniqueViolation(error))
      throw refused('BadRequest', 'account_taken', 'This user name or e-mail address is taken')
    throw error
  }
}

function verifyLink(tx: Tx, { userPk, email }: { userPk: number; email: string }, now: number): Promise<string> {
  return issueLink(tx, { userPk, purpose: 'verify', email, expiresAt: now + VERIFY_MS })
}

function sendVerify(mailbox: Mailbox, { username, email }: Named, token: string): void {
  mailbox.send(email, { kind: 'verify', username, path: `/verify-email#${token}` })
}

async function takenBy(
  { reader }: RegisterDeps,
  { username, email }: RegisterRequest,
): Promise<'name' | Credentials | null> {
  const [byName, byEmail] = await Promise.all([credentialsByName(reader, username), credentialsByName(reader, email)])
  if (byName) return 'name'
  return byEmail
}

function shownAs({ id, username, email }: Named & { id: string }): UserInfo {
  return { id, username, email, role: 'reader', emailVerified: false, permissions: [...ROLE_PERMISSIONS.reader] }
}
