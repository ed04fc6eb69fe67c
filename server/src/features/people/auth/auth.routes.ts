import { getMe, login, logout, refresh, type TokenPair } from '@octavo/contract/auth'
import type { Reader, Write } from '../../../db'
import type { Binder } from '../../../http/bind'
import { waitSeconds } from '../../../http/rate-limit'
import { refused } from '../../../kernel/app-error'
import { type Clock, timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { outboxEnd } from '../../../platform/outbox.queries'
import { deleteSession, type LiveSessions, rotateRefreshToken, sessionByRefreshToken } from '../sessions'
import { type AccountCache, userInfo } from '../users'
import { createLogIn, type LoginDeps } from './login'
import { passkeySignInRoutes } from './passkey-sign-in'
import type { CookiePolicy } from './session-cookie'
import { type SignIn, signedIn } from './sign-in'

export interface AuthDeps extends LoginDeps {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly accounts: AccountCache
  readonly sessions: LiveSessions
  readonly signIn: SignIn
  readonly cookies: CookiePolicy
}

/** Binds the routes; returns how other protocols end a session. */
export function authRoutes(binder: Binder, deps: AuthDeps) {
  const { reader, write, now, accounts, sessions, signIn } = deps
  const logIn = createLogIn(deps)

  binder.bindPublic(login, async ({ body, peer, request }) => {
    const result = await logIn(body, { request, peer })
    if (result.kind === 'wrong') throw refused('Unauthorized', 'credentials_wrong', 'Invalid credentials')
    if (result.kind === 'code') {
      const { given, passkey } = result
      const facts = { secondFactor: true, ...(passkey && { passkey }) }
      if (!given) throw refused('Unauthorized', 'code_needed', 'Enter the code of your authenticator app', facts)
      throw body.passkey
        ? refused('Unauthorized', 'passkey_wrong', 'The passkey was not accepted', facts)
        : refused('Unauthorized', 'code_wrong', 'Wrong code', facts)
    }
    if (result.kind === 'unconfirmed') {
      throw refused('Forbidden', 'confirm_first', 'Confirm your e-mail address first: a link was sent to it')
    }
    if (result.kind === 'wait') return waitSeconds(result.seconds)
    return signedIn(result.account, await signIn.start(result.account, { request, peer }, 'password'))
  })

  passkeySignInRoutes(binder, deps)

  binder.bindPublic(refresh, async ({ body, request }) => {
    const time = now()
    const expiresAt = signIn.endOf(time)
    const rotated = await write(tx => rotateRefreshToken(tx, body.refreshToken, { now: time, expiresAt }))
    if (rotated?.kind === 'reused') accounts.forget(rotated.userId)
    if (rotated?.kind !== 'rotated') throw refused('Unauthorized', 'signed_out', 'Invalid refresh token')
    sessions.forget(rotated.sessionId)
    const [account] = await accounts.now([rotated.userId])
    if (!account) throw refused('Unauthorized', 'signed_out', 'Invalid refresh token')
    const { accessToken, expiresIn, headers } = await signIn.goOn(account, rotated.sessionId, request)
    const answer: TokenPair = { accessToken, refreshToken: rotated.refreshToken, tokenType: 'Bearer', expiresIn }
    return Response.json(answer, { headers })
  })

  async function endSessions(viewer: Viewer, refreshToken: string | null | undefined): Promise<void> {
    await write(async tx => {
      const named = refreshToken ? await sessionByRefreshToken(tx, viewer.userPk, refreshToken) : null
      for (const id of new Set([viewer.pass?.sessionId, named])) {
        if (id) await deleteSession(tx, viewer.userPk, id, now(), { action: 'signed_out' })
      }
    })
    accounts.forget(viewer.userId)
  }

  binder.bind(logout, async ({ viewer, body, request }) => {
    await endSessions(viewer, body.refreshToken)
    return Response.json({ message: 'Signed out' }, { headers: signIn.leave(request) })
  })

  /**
   * Where the client resumes the event stream, so that it also receives events between its first responses and its
   * connection to the stream. Absent if there has never been an event.
   */
  async function resumeHeader(): Promise<Record<string, string>> {
    const { committed } = (await outboxEnd(reader)).position
    return committed > 0 ? { 'Last-Event-ID': String(committed) } : {}
  }

  binder.bind(getMe, async ({ viewer, request }) => {
    const account = await accounts.get(viewer.userId)
    if (!account) throw refused('Unauthorized', 'account_gone', 'Your account no longer exists')
    const { sessionId, endsAt, seenBy } = viewer.pass ?? {}
    if (seenBy !== undefined && endsAt) {
      const onlooker = await accounts.get(seenBy)
      const seen = { username: onlooker?.username ?? '', endsAt: timestamp(endsAt) }
      return Response.json(
        { ...userInfo(account, viewer.permissions), seenBy: seen },
        { headers: await resumeHeader() },
      )
    }
    const byCookie = signIn.isByCookie(request)
    const renewed = byCookie && sessionId && endsAt ? await signIn.renew(account, sessionId, endsAt, request) : null
    const headers = new Headers(renewed?.headers)
    for (const [name, value] of Object.entries(await resumeHeader())) headers.set(name, value)
    return Response.json(userInfo(account, viewer.permissions), { headers })
  })
  return { endSession: (viewer: Viewer) => endSessions(viewer, null) }
}
