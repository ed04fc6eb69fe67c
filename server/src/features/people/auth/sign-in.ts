import type { LoginResponse } from '@octavo/contract/auth'
import type { Write } from '../../../db'
import type { Peer } from '../../../http/identity'
import type { Clock } from '../../../kernel/clock'
import {
  deleteSession,
  insertRefreshToken,
  insertSession,
  type LiveSessions,
  prolongSession,
  type SignInWay,
} from '../sessions'
import { type Account, type AccountCache, updateSignIn, userInfo } from '../users'
import { type CookiePolicy, cookieToken, sessionCookies } from './session-cookie'
import type { Tokens } from './tokens'

const DAY_MS = 86_400_000
const SIGNED_IN_AGAIN = { action: 'signed_out', details: { because: 'signed_in_again' } } as const

export interface SignInDeps {
  readonly write: Write
  readonly now: Clock
  readonly accounts: AccountCache
  readonly sessions: LiveSessions
  readonly tokens: Tokens
  readonly cookies: CookiePolicy
  /** Lifetime of an unused session in days. */
  readonly sessionDays: number
}

/** Tokens of a session. `expiresIn` in seconds; `headers` set the cookie of the web app. */
export interface SignedIn {
  readonly accessToken: string
  readonly expiresIn: number
  readonly headers: Headers
  /** Content of the cookie. */
  readonly cookieToken: string
  readonly sessionId: string
}

interface Caller {
  readonly request: Request
  readonly peer: Peer
  /** Whether the cookie is for our own page; by default derived from the browser's headers. */
  readonly isPage?: boolean
}

/** One per process: opens sessions, whatever the method of authentication. */
export interface SignIn {
  /**
   * Opens a session. Our own page gets no refresh token: its cookie is not readable by scripts. `by` is the actor in the
   * audit log, by default the user.
   */
  start(
    account: Account,
    caller: Caller,
    way: SignInWay,
    by?: { readonly userPk: number },
  ): Promise<SignedIn & { readonly refreshToken?: string | undefined }>
  /** New tokens for a continued session. */
  goOn(account: Account, sessionId: string, request: Request): Promise<SignedIn>
  /** The same with a later expiry of the session, if the cookie is a day old; null if it is fresh enough. */
  renew(account: Account, sessionId: string, endsAt: number, request: Request): Promise<SignedIn | null>
  /** The expiry of a session that is used now. */
  endOf(now: number): number
  /** Whether the web app's cookie identifies the user. */
  isByCookie(request: Request): boolean
  /** The response after signing in. */
  answer: typeof signedIn
  /** Headers that delete the cookie. */
  leave(request: Request): Headers
}

export function createSignIn(deps: SignInDeps): SignIn {
  const { write, now, accounts, sessions, tokens, cookies } = deps
  const lifeMs = deps.sessionDays * DAY_MS

  async function goOn(account: Account, sessionId: string, request: Request): Promise<SignedIn> {
    const [{ accessToken, expiresIn }, cookie] = await Promise.all([
      tokens.issue(account, sessionId),
      tokens.issue(account, sessionId, lifeMs / 1000),
    ])
    const headers = sessionCookies(request, cookies, cookie.accessToken, lifeMs / 1000)
    return {
      accessToken,
      expiresIn,
      cookieToken: cookie.accessToken,
      sessionId,
      headers: new Headers([...headers, ['Cache-Control', 'no-store']]),
    }
  }

  /** Signing in again in the same browser ends the previous session. */
  async function endFormer(request: Request): Promise<void> {
    const token = cookieToken(request, cookies)
    const claims = token && (await tokens.verify(token))
    const account = claims && (await accounts.get(claims.userId))
    if (!claims || !account) return
    await write(tx => deleteSession(tx, account.pk, claims.sessionId, now(), SIGNED_IN_AGAIN))
    accounts.forget(account.id)
  }

  return {
    async start(account, { request, peer, isPage }, way, by) {
      await endFormer(request)
      const time = now()
      const userAgent = request.headers.get('user-agent') ?? ''
      const isOurPage = isPage ?? request.headers.get('sec-fetch-site') === 'same-origin'
      const { id, refreshToken } = await write(async tx => {
        await updateSignIn(tx, account.pk, { lastLoginAt: time, way }, time, by)
        const session = { owner: account, way, userAgent, address: peer.address, expiresAt: time + lifeMs }
        const { pk, id } = await insertSession(tx, session, time)
        return { id, refreshToken: isOurPage ? undefined : await insertRefreshToken(tx, pk, time) }
      })
      return { ...(await goOn(account, id, request)), refreshToken }
    },
    goOn,
    async renew(account, sessionId, endsAt, request) {
      const time = now()
      if (endsAt - time > lifeMs - DAY_MS) return null
      const { credentialsVersion } = account
      await write(tx => prolongSession(tx, sessionId, { expiresAt: time + lifeMs, credentialsVersion }))
      sessions.forget(sessionId)
      return goOn(account, sessionId, request)
    },
    endOf: time => time + lifeMs,
    isByCookie: request => !request.headers.has('authorization') && cookieToken(request, cookies) !== null,
    answer: signedIn,
    leave: request => new Headers(sessionCookies(request, cookies, '', 0)),
  }
}

/** The response after signing in. */
export function signedIn(account: Account, opened: Awaited<ReturnType<SignIn['start']>>): Response {
  const { accessToken, refreshToken, expiresIn, headers } = opened
  const answer: LoginResponse = {
    accessToken,
    ...(refreshToken && { refreshToken }),
    tokenType: 'Bearer',
    expiresIn,
    user: userInfo(account),
  }
  return Response.json(answer, { headers })
}
