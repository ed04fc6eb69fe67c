import { isUniqueViolation, type Reader, type Tx, type Write } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import { recordAct } from '../../../platform/audit-log'
import type { LiveSettings } from '../../../platform/settings'
import { type ChangingMembers, syncOidcGroups } from '../access-groups'
import { generatePassword } from '../passwords'
import { type Account, type AccountCache, checkedAccount, insertUser, userAccess } from '../users'
import { freeName, userByEmail, userByIdentity } from './identities.queries'
import { insertIdentity, noteIdentityUsed } from './identities.store'
import { namesLike, type Person, roleOf, userNameOf } from './person.rules'
import { problem } from './problem'
import type { Provider } from './provider'

export interface AccountDeps {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly accounts: AccountCache
  readonly settings: LiveSettings
  /** Notifies the other processes that accounts have changed. */
  readonly announce: () => void
  readonly changingMembers: ChangingMembers
}

export interface Found {
  readonly account: Account
  readonly isNew: boolean
}

/** Attempts: a concurrent request may create the same account. */
const LOOKS = 3

/**
 * The account of a user authenticated by a provider: the linked one, else one with the same address if both sides have
 * verified it, else a new one if registration is allowed. Role and groups follow the provider.
 * @throws errors with a code for the sign-in page
 */
export async function findAccount(deps: AccountDeps, provider: Provider, person: Person): Promise<Found> {
  for (let look = 1; ; look++) {
    try {
      const { id, isNew } = await idOf(deps, provider, person)
      return { account: await followed(deps, provider, { id, person }), isNew }
    } catch (error) {
      if (!isUniqueViolation(error) || look === LOOKS) throw error
    }
  }
}

async function idOf(
  deps: AccountDeps,
  provider: Provider,
  person: Person,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const { reader, write, now, accounts, settings } = deps
  const by = { person, provider: provider.name }
  const linked = await userByIdentity(reader, person)
  if (linked !== null) {
    await requireActive(deps, linked, provider)
    await write(tx => noteIdentityUsed(tx, by, now()))
    return { id: linked, isNew: false }
  }
  const { email } = person
  if (email === null) {
    throw problem('no_email', `${provider.displayName} did not share your e-mail address, which an account needs`)
  }
  const id = await userByEmail(reader, email)
  if (id !== null) {
    if (!person.emailVerified) {
      throw problem(
        'email_unverified',
        'There is an account with your e-mail address: sign in to it and link the provider',
      )
    }
    const [account] = await accounts.now([id])
    // Against account pre-hijacking: an unconfirmed address may have been registered by an attacker.
    if (account && !account.emailVerified) {
      throw problem(
        'account_unverified',
        'The e-mail address of your account here was never confirmed: sign in to it first',
      )
    }
    const active = await requireActive(deps, id, provider)
    await write(tx => link(tx, active, { ...by, way: 'email' }, now()))
    return { id, isNew: false }
  }
  if (!(await settings.get('auth.oidc.auto_create_users'))) {
    await write(tx =>
      recordAct(
        tx,
        null,
        'sign_in_failed',
        { kind: 'user', id: null, name: email },
        {
          now: now(),
          failed: 'No account has this address, and none is made',
          details: { way: 'oidc', provider: provider.name },
        },
      ),
    )
    throw problem('no_account', 'There is no account for you here: ask an administrator')
  }
  return { id: await makeAccount(deps, provider, { ...person, email }), isNew: true }
}

async function requireActive({ accounts, write, now }: AccountDeps, id: string, provider: Provider): Promise<Account> {
  const [account] = await accounts.now([id])
  if (account?.isActive) return account
  if (account) {
    const subject = { kind: 'user', id, name: account.username } as const
    const details = { way: 'oidc', provider: provider.name }
    const failed = 'The account is switched off'
    await write(tx => recordAct(tx, null, 'sign_in_failed', subject, { now: now(), failed, details }))
  }
  throw problem('inactive', 'This account was deactivated')
}

async function makeAccount(
  { reader, write, now, settings }: AccountDeps,
  provider: Provider,
  person: Person & { readonly email: string },
): Promise<string> {
  const usual = await settings.get('auth.oidc.default_role')
  const role = roleOf(provider.roleMapping, person.groups, usual) ?? usual
  const name = await freeName(reader, namesLike(userNameOf(person)))
  if (name === null)
    throw problem('no_account', 'A hundred accounts with your name already exist: ask an administrator for one')
  // The password is only validated and then discarded: accounts of a provider have none.
  const { username, email } = await checkedAccount({
    username: name,
    email: person.email,
    password: generatePassword(),
  })
  const { emailVerified } = person
  return write(async tx => {
    const { id, pk } = await insertUser(tx, { username, email, passwordHash: '', role, emailVerified }, now())
    await insertIdentity(tx, pk, { person, provider: provider.name }, now())
    const subject = { kind: 'user', id, name: username } as const
    const details = { role, provider: provider.name }
    await recordAct(tx, { userPk: pk }, 'user_registered', subject, { now: now(), details })
    return id
  })
}

/** Links an unlinked account of a provider, and records that in the audit log. */
export async function link(
  tx: Tx,
  account: Account,
  by: { readonly person: Person; readonly provider: string; readonly way: 'email' | 'profile' },
  now: number,
): Promise<void> {
  await insertIdentity(tx, account.pk, by, now)
  const subject = { kind: 'user', id: account.id, name: account.username } as const
  const details = { provider: by.provider, by: by.way }
  await recordAct(tx, { userPk: account.pk }, 'identity_linked', subject, { now, details })
}

/** The account with the role and groups from the provider. */
async function followed(
  { write, now, accounts, settings, announce, changingMembers }: AccountDeps,
  provider: Provider,
  { id, person }: { readonly id: string; readonly person: Person },
): Promise<Account> {
  const [account] = await accounts.now([id])
  if (!account) throw problem('expired', 'Your account was just removed')
  const role = roleOf(provider.roleMapping, person.groups, await settings.get('auth.oidc.default_role'))
  const changed = await write(async tx => {
    const moved = await syncOidcGroups(tx, { userPk: account.pk, names: person.groups, now: now() }, changingMembers)
    if (moved) tx.publish({ channel: 'internal', event: { type: 'accounts_changed' }, to: {} })
    const by = provider.name
    return (role !== null && (await userAccess.followRole(tx, account, role, { now: now(), by }))) || moved
  })
  if (!changed) return account
  accounts.forget(id)
  announce()
  const [after] = await accounts.now([id])
  return after ?? account
}
