import { type InitializeSetupResponse, initializeSetup, SETUP_TOKEN_HEADER, setupStatus } from '@octavo/contract/setup'
import type { Binder } from '../../http/bind'
import { type CookieSecure, sessionCookie, type Tokens } from '../auth'
import { anyUserExists, userInfo } from '../users'
import { type InitializeDeps, initialize } from './initialize'
import { isOpenedHere } from './setup.rules'

export interface SetupDeps extends InitializeDeps {
  readonly tokens: Tokens
  readonly cookieSecure: CookieSecure
}

export function setupRoutes(binder: Binder, deps: SetupDeps): void {
  binder.bindPublic(setupStatus, async () => {
    const hasUsers = await anyUserExists(deps.reader)
    return { setupRequired: !hasUsers, hasUsers, registrationEnabled: false }
  })

  binder.bindPublic(initializeSetup, async ({ body, request, peer }) => {
    const token = request.headers.get(SETUP_TOKEN_HEADER)
    const account = await initialize(deps, body, { isHere: isOpenedHere(request, peer), token })
    const { accessToken, expiresIn } = await deps.tokens.issue(account)
    const answer: InitializeSetupResponse = {
      user: userInfo(account),
      accessToken,
      tokenType: 'Bearer',
      expiresIn,
      message: `Welcome, ${account.username}`,
    }
    return Response.json(answer, {
      headers: {
        'Set-Cookie': sessionCookie(request, deps.cookieSecure, accessToken, expiresIn),
        'Cache-Control': 'no-store',
      },
    })
  })
}
