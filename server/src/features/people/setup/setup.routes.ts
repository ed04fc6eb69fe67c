import {
  type InitializeSetupRequest,
  type InitializeSetupResponse,
  initializeSetup,
  SETUP_TOKEN_HEADER,
  setupStatus,
} from '@octavo/contract/setup'
import type { Binder } from '../../../http/bind'
import type { LiveSettings } from '../../../platform/settings'
import type { SignIn } from '../auth'
import { type Account, anyUserExists, userInfo } from '../users'
import { type InitializeDeps, initialize } from './initialize'
import { isFromOtherSite } from './setup.rules'

export interface SetupDeps extends InitializeDeps {
  readonly signIn: SignIn
  readonly settings: LiveSettings
}

/**
 * Creates the first account, for other protocols. @throws BadRequest once there is a user; Forbidden without the token
 */
export type Claim = (request: Request, account: InitializeSetupRequest) => Promise<Account>

export function setupRoutes(binder: Binder, deps: SetupDeps): Claim {
  const claim: Claim = (request, account) => {
    const token = request.headers.get(SETUP_TOKEN_HEADER)
    return initialize(deps, account, { fromOtherSite: isFromOtherSite(request), token })
  }

  binder.bindPublic(setupStatus, async () => {
    const hasUsers = await anyUserExists(deps.reader)
    const registrationEnabled = hasUsers && (await deps.settings.get('auth.registration_enabled'))
    const linkRequired = !hasUsers && !deps.setupOpen
    return { setupRequired: !hasUsers, linkRequired, hasUsers, registrationEnabled }
  })

  binder.bindPublic(initializeSetup, async ({ body, request, peer }) => {
    const account = await claim(request, body)
    const { accessToken, expiresIn, headers } = await deps.signIn.start(account, { request, peer }, 'setup')
    const answer: InitializeSetupResponse = {
      user: userInfo(account),
      accessToken,
      tokenType: 'Bearer',
      expiresIn,
      message: `Welcome, ${account.username}`,
    }
    return Response.json(answer, { headers })
  })
  return claim
}
