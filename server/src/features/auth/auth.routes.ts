import { getMe, login, logout } from '@octavo/contract/auth'
import type { Binder } from '../../http/bind'
import { waitSeconds } from '../../http/rate-limit'
import { AppError } from '../../kernel/app-error'
import { type AccountCache, userInfo } from '../users'
import { type LoginDeps, logIn } from './login'
import { type CookieSecure, sessionCookie } from './session-cookie'

export interface AuthDeps extends LoginDeps {
  readonly accounts: AccountCache
  readonly cookieSecure: CookieSecure
}

export function authRoutes(binder: Binder, deps: AuthDeps): void {
  binder.bindPublic(login, async ({ body, peer, request }) => {
    const result = await logIn(deps, body, peer.address)
    if (result.kind === 'wrong') throw new AppError('Unauthorized', 'Invalid credentials')
    if (result.kind === 'wait') return waitSeconds(result.seconds)
    const { session } = result
    const cookie = sessionCookie(request, deps.cookieSecure, session.accessToken, session.expiresIn)
    return Response.json(session, { headers: { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' } })
  })

  binder.bind(logout, ({ request }) =>
    Response.json(
      { message: 'Signed out' },
      { headers: { 'Set-Cookie': sessionCookie(request, deps.cookieSecure, '', 0) } },
    ),
  )

  binder.bind(getMe, async ({ viewer }) => {
    const account = await deps.accounts.get(viewer.userId)
    if (!account) throw new AppError('Unauthorized', 'Your account is gone')
    return userInfo(account, viewer.permissions)
  })
}
