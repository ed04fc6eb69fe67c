import type { Reader } from '../../../db'
import type { Identify, Identity, Peer } from '../../../http/identity'
import type { Clock } from '../../../kernel/clock'
import {
  type ApiKeyCache,
  checkKey,
  checkReaderKey,
  effectivePermissions,
  type KeyCheck,
  type KeyUse,
} from '../api-keys'
import type { createSessionUse, LiveSessions } from '../sessions'
import { type Account, type AccountCache, nameKey } from '../users'
import { createBasicMemory } from './basic-memory'
import { type Credentials, credentialsOf } from './credentials.rules'
import type { PasswordCheck } from './password-check'
import { SEEING_ENDED, seenAs } from './seen-as'
import { type CookiePolicy, seeAsCookieToken } from './session-cookie'
import type { SignInFailures } from './sign-in-failures'
import type { Tokens } from './tokens'
import { viewerOf } from './viewer-of'

export interface IdentifyDeps {
  readonly reader: Reader
  readonly accounts: AccountCache
  readonly keys: ApiKeyCache
  readonly use: KeyUse
  readonly sessions: LiveSessions
  readonly sessionUse: ReturnType<typeof createSessionUse>
  readonly tokens: Tokens
  readonly checkPassword: PasswordCheck
  readonly cookies: CookiePolicy
  readonly failures: SignInFailures
  /** Called with the account behind each identified request. */
  readonly onSeen?: (account: Account) => void
  readonly now: Clock
}

type Given<Kind extends Credentials['kind']> = Extract<Credentials, { kind: Kind }>

const ANONYMOUS: Identity = { kind: 'anonymous' }
const WRONG_PASSWORD = refused('Invalid credentials')
const NEEDS_KEY = refused('This account has two-factor authentication. Use an API key as the password.')
const ENDED = refused('This sign-in is invalid or has expired: sign in again')

/** Identifies the sender of a request, always against the current account. */
export function createIdentify(deps: IdentifyDeps): Identify {
  const byPassword = passwordIdentity(deps)
  return async (request, peer, mayTryPassword) => {
    const credentials = credentialsOf(request, deps.cookies)
    switch (credentials.kind) {
      case 'none':
        return ANONYMOUS
      case 'unreadable':
        return refused('The Authorization header cannot be read: send Bearer, Basic or X-API-Key')
      case 'token':
        return tokenIdentity(deps, credentials, peer, credentials.by === 'cookie' ? seeAsCookieToken(request) : null)
      case 'api-key':
        return keyIdentity(deps, credentials)
      case 'reader-key': {
        const check = await checkReaderKey(deps, credentials.key)
        if (check.kind === 'valid') return ofKey(deps, check, credentials.name)
        // For an account registered in KOReader, the MD5 is the password.
        const header = `reader ${credentials.name}:${credentials.key}`
        return byPassword(
          { kind: 'password', name: credentials.name, password: credentials.key, header },
          peer,
          mayTryPassword,
        )
      }
      case 'password':
        return byPassword(credentials, peer, mayTryPassword)
    }
  }
}

async function tokenIdentity(
  deps: IdentifyDeps,
  { token, by }: Given<'token'>,
  peer: Peer,
  seeAsToken: string | null,
): Promise<Identity> {
  const { tokens, accounts, sessions, sessionUse } = deps
  const claims = await tokens.verify(token)
  const account = claims && (await accounts.get(claims.userId))
  if (!claims || !account?.isActive || account.credentialsVersion !== claims.credentialsVersion) return ENDED
  const session = await sessions.get(claims.sessionId, account)
  if (!session) return ENDED
  sessionUse.note(session, peer.address)
  // The administrator is present, not the viewed user.
  deps.onSeen?.(account)
  const { credentialsVersion, sessionId, endsAt } = claims
  const pass = { credentialsVersion, sessionId, keyPrefix: null, endsAt }
  if (claims.seenAs !== null) return seenAs(accounts, account, { userId: claims.seenAs, by, pass })
  // A cookie left over from another session is ignored.
  if (seeAsToken !== null && tokens.claimedSession(seeAsToken) === sessionId) {
    const seeing = await tokens.verify(seeAsToken)
    if (!seeing?.seenAs || seeing.sessionId !== sessionId) return SEEING_ENDED
    return seenAs(accounts, account, { userId: seeing.seenAs, by, pass: { ...pass, endsAt: seeing.endsAt } })
  }
  return { kind: 'known', by, viewer: viewerOf(account, account.permissions, pass) }
}

async function keyIdentity(deps: IdentifyDeps, { secret, owner }: Given<'api-key'>): Promise<Identity> {
  return ofKey(deps, await checkKey(deps, secret), owner)
}

/** The owner of a key, who must have the given name, if any. */
async function ofKey(deps: IdentifyDeps, check: KeyCheck, owner: string | null): Promise<Identity> {
  if (check.kind === 'refused') return check
  const account = await deps.accounts.get(check.key.userId)
  if (!account?.isActive || (owner !== null && !isNameOf(account, owner))) return refused('Invalid API key')
  deps.onSeen?.(account)
  const { expiresAt, keyPrefix } = check.key
  const pass = { credentialsVersion: null, sessionId: null, keyPrefix, endsAt: expiresAt }
  const viewer = viewerOf(account, effectivePermissions(check.key.permissions, account.permissions), pass)
  return { kind: 'known', by: 'api-key', viewer: expiresAt === null ? viewer : { ...viewer, endsAt: expiresAt } }
}

/** An app that sends thirty requests at once has its password checked once. */
function passwordIdentity(deps: IdentifyDeps) {
  const memory = createBasicMemory(deps.now)
  const running = new Map<string, Promise<Identity>>()

  async function remembered(key: string): Promise<Identity | null> {
    const known = memory.get(key)
    const account = known && (await deps.accounts.get(known.userId))
    if (account?.isActive && account.credentialsVersion === known?.credentialsVersion && !account.hasSecondFactor) {
      return basicIdentity(deps, account)
    }
    memory.forget(key)
    return null
  }

  async function check(key: string, { name, password }: Given<'password'>, peer: Peer): Promise<Identity> {
    const result = await deps.checkPassword({ name, password, peer })
    if (result.kind === 'wrong') {
      if (result.about) deps.failures.note({ ...result.about, typed: name, address: peer.address, way: 'password' })
      return WRONG_PASSWORD
    }
    if (result.kind === 'wait') return { kind: 'limited', seconds: result.seconds }
    if (result.account.hasSecondFactor) return NEEDS_KEY
    const { id, credentialsVersion } = result.account
    memory.set(key, { userId: id, credentialsVersion })
    return basicIdentity(deps, result.account)
  }

  return async (given: Given<'password'>, peer: Peer, mayTryPassword: () => boolean): Promise<Identity> => {
    const key = memory.keyOf(given.header)
    const known = await remembered(key)
    if (known) return known
    const other = running.get(key)
    if (other) return other
    if (!mayTryPassword()) return { kind: 'limited' }
    const checking = check(key, given, peer).finally(() => running.delete(key))
    running.set(key, checking)
    return checking
  }
}

function basicIdentity({ onSeen }: IdentifyDeps, account: Account): Identity {
  onSeen?.(account)
  const { credentialsVersion } = account
  const pass = { credentialsVersion, sessionId: null, keyPrefix: null, endsAt: null }
  return { kind: 'known', by: 'basic', viewer: viewerOf(account, account.permissions, pass) }
}

function isNameOf(account: Account, name: string): boolean {
  const key = nameKey(name)
  return key === nameKey(account.username) || key === nameKey(account.email)
}

function refused(message: string): Identity {
  return { kind: 'refused', message }
}
