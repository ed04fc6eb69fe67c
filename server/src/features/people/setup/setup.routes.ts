import { type InitializeSetupResponse, initializeSetup, SETUP_TOKEN_HEADER, setupStatus } from '@octavo/contract/setup'
import type { Binder } from '../../../http/bind'
import type { LiveSettings } from '../../../platform/settings'
import type { SignIn } from '../auth'
import { anyUserExists, userInfo } from '../users'
import { type InitializeDeps, initialize } from './initialize'
import { isFromOtherSite } from './setup.rules'

export interface SetupDeps extends InitializeDeps {
  readonly signIn: SignIn
  readonly settings: LiveSettings
}

export function setupRoutes(binder: Binder, deps: SetupDeps): void {
  binder.bindPublic(setupStatus, async () => {
    const hasUsers = await anyUserExists(deps.reader)
    const registrationEnabled = hasUsers && (await deps.settings.get('auth.registration_enabled'))
    const linkRequired = !hasUsers && !deps.setupOpen
    return { setupRequired: !hasUsers, linkRequired, hasUsers, registrationEnabled }
  })

  binder.bindPublic(initializeSetup, async ({ body, request, peer }) => {
    const token = request.headers.get(SETUP_TOKEN_HEADER)
    const account = await initialize(deps, body, { fromOtherSite: isFromOtherSite(request), token })
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
}
