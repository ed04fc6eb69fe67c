import type { Role } from '@octavo/contract/access'
import { Hono } from 'hono'
import { SHARED_SERIES } from '../../server/src/app/shared-series'
import { signInRoutes } from '../../server/src/app/sign-in-routes'
import type { Connection } from '../../server/src/db'
import { accessGroupRoutes } from '../../server/src/features/people/access-groups'
import { apiKeyRoutes, createApiKeyCache, createKeyUse } from '../../server/src/features/people/api-keys'
import {
  cookiePolicy,
  createIdentify,
  createPasswordCheck,
  createSignIn,
  createSignInFailures,
  createTokens,
} from '../../server/src/features/people/auth'
import { capAge } from '../../server/src/features/people/child-profiles'
import { createLiveSessions, createSessionUse, insertSession } from '../../server/src/features/people/sessions'
import { createSetupToken } from '../../server/src/features/people/setup'
import { grantTags, inheritTags, sharingTagRoutes } from '../../server/src/features/people/sharing-tags'
import { createAccountCache, userRoutes } from '../../server/src/features/people/users'
import { changingMembers } from '../../server/src/features/reading/curated-lists'
import { type Binder, createBinder } from '../../server/src/http/bind'
import { installGate } from '../../server/src/http/gate'
import type { HttpEnv, Peer } from '../../server/src/http/identity'
import { createRateLimiter, type RateLimits } from '../../server/src/http/rate-limit'
import { newId } from '../../server/src/kernel/ids'
import { createLogger } from '../../server/src/kernel/log'
import { createLiveSettings } from '../../server/src/platform/settings'

export const SECRET = new TextEncoder().encode('a secret of tests, long enough for HS256')

const ONE = { perSecond: 1, burst: 1 }
const UNLIMITED: RateLimits = { enabled: false, anonymous: ONE, authenticated: ONE }

export interface Asked {
  readonly headers?: Record<string, string>
  readonly body?: unknown
  readonly peer?: Peer
  readonly base?: string
}

/** The gate in process: real modules without a socket, with a clock set by tests. */
export function createGatedApp(
  connection: Connection,
  options: {
    readonly rateLimits?: RateLimits
    readonly declare?: (binder: Binder) => void
    readonly baseUrl?: string
    readonly serverName?: string
    /** The first account is made without the set-up link. */
    readonly setupOpen?: boolean
    readonly mail?: { readonly url: string; readonly from: string; readonly baseUrl: string }
  } = {},
) {
  const clock = { ms: Date.UTC(2026, 0, 15, 12) }
  const now = () => clock.ms
  const { reader, write } = connection
  const log = createLogger('silent')
  const accounts = createAccountCache({ reader, now })
  const keys = createApiKeyCache({ reader, now })
  const use = createKeyUse({ write, now, log })
  const tokens = createTokens({ secret: SECRET, expiryHours: 24, now })
  const checkPassword = createPasswordCheck({ reader, now })
  const sessions = createLiveSessions({ reader, now })
  const sessionUse = createSessionUse({ write, now, log })
  const settings = createLiveSettings({ reader, write, now })
  const cookies = cookiePolicy('auto', options.baseUrl ?? null)
  const signIn = createSignIn({ write, now, accounts, sessions, tokens, cookies, sessionDays: 30 })
  const failures = createSignInFailures({ write, now, log })
  const identify = createIdentify({
    reader: connection.reader,
    accounts,
    keys,
    use,
    sessions,
    sessionUse,
    tokens,
    checkPassword,
    cookies,
    failures,
    now,
  })
  const setupToken = createSetupToken(SECRET)
  const app = new Hono<HttpEnv>()
  installGate(app, {
    identify,
    rateLimiter: createRateLimiter(() => options.rateLimits ?? UNLIMITED, now),
    log,
    guarded: ['/api', '/opds', '/health'],
    challenged: ['/opds'],
  })
  const binder = createBinder(app)
  const people = signInRoutes(
    binder,
    { mail: options.mail ?? null, baseUrl: options.baseUrl ?? null, setupOpen: options.setupOpen ?? false },
    {
      connection,
      secrets: { jwt: SECRET },
      settings,
      identity: { accounts, sessions, signIn, checkPassword, failures, tokens, cookies },
      log,
      now,
      serverName: () => options.serverName ?? 'Octavo',
    },
  )
  const managed = { reader, write, now, accounts, announce: () => undefined }
  const { confirmOwner, notify, confirmAddress } = people
  userRoutes(binder, { ...managed, grantTags, inheritTags, capAge, confirmOwner, notify, confirmAddress })
  sharingTagRoutes(binder, { ...managed, series: SHARED_SERIES })
  accessGroupRoutes(binder, { ...managed, changingMembers })
  apiKeyRoutes(binder, { reader, write, now, accounts, keys })
  options.declare?.(binder)

  async function ask(method: string, path: string, asked: Asked = {}): Promise<Response> {
    const request = new Request(`${asked.base ?? 'http://localhost:8080'}${path}`, {
      method,
      headers: { ...(asked.body !== undefined && { 'content-type': 'application/json' }), ...asked.headers },
      ...(asked.body !== undefined && {
        body: typeof asked.body === 'string' ? asked.body : JSON.stringify(asked.body),
      }),
    })
    return app.fetch(request, { peer: asked.peer ?? { address: '127.0.0.1', local: true } })
  }

  return {
    app,
    binder,
    ask,
    clock,
    accounts,
    keys,
    use,
    sessions,
    sessionUse,
    settings,
    people,
    tokens,
    identify,
    checkPassword,
    failures,
    setupToken,
    connection,
  }
}

export type GatedApp = ReturnType<typeof createGatedApp>

export interface TestUser {
  readonly pk: number
  readonly id: string
  readonly username: string
  readonly password: string
}

/** Inserts a user directly, with a very cheap hash. */
export async function addUser(
  connection: Connection,
  username: string,
  values: { readonly role?: Role; readonly permissions?: readonly string[]; readonly isActive?: boolean } = {},
): Promise<TestUser> {
  const password = `${username}-Passw0rd!`
  const id = newId()
  const hash = await Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })
  const [row] = await connection.write(tx =>
    tx.query
      .insertInto('users')
      .values({
        id,
        username,
        username_key: username.toLowerCase(),
        email: `${username}@Example.org`,
        email_key: `${username}@example.org`.toLowerCase(),
        password_hash: hash,
        role: values.role ?? 'reader',
        permissions: JSON.stringify(values.permissions ?? []),
        is_active: values.isActive ?? true,
        email_verified: true,
        credentials_version: 1,
        last_login_at: null,
        created_at: 1_700_000_000_000,
        updated_at: 1_700_000_000_000,
      })
      .returning('pk')
      .execute(),
  )
  if (!row) throw new Error('The user was not inserted')
  return { pk: row.pk, id, username, password }
}

/** Headers of `Authorization: Bearer` for a fresh token of a session of the user. */
export async function bearer(gated: GatedApp, user: TestUser): Promise<{ Authorization: string }> {
  const account = await gated.accounts.get(user.id)
  if (!account) throw new Error(`There is no ${user.username}`)
  const now = gated.clock.ms
  const expiresAt = now + 30 * 86_400_000
  const { id } = await gated.connection.write(tx =>
    insertSession(tx, { owner: account, way: 'password', userAgent: 'test', address: '127.0.0.1', expiresAt }, now),
  )
  const { accessToken } = await gated.tokens.issue(account, id)
  return { Authorization: `Bearer ${accessToken}` }
}

export function basic(name: string, password: string): { Authorization: string } {
  return { Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` }
}

/** The JSON body, as the contract names it. */
export async function bodyOf<T>(answer: Response): Promise<T> {
  return (await answer.json()) as T
}
