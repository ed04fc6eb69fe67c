import type { Reader, Write } from '../../../db'
import type { Binder } from '../../../http/bind'
import type { Clock } from '../../../kernel/clock'
import type { Logger } from '../../../kernel/log'
import { createSeal } from '../../../kernel/seal'
import type { LiveSettings } from '../../../platform/settings'
import type { ChangingMembers } from '../access-groups'
import type { Notify } from '../account-links'
import type { SignIn } from '../auth'
import type { OwnerCheck } from '../sessions'
import type { AccountCache } from '../users'
import { identityRoutes } from './identities.routes'
import { oidcRoutes } from './oidc.routes'
import { createProviders } from './providers'
import { providerRoutes } from './providers.routes'
import type { RelyingParty } from './relying-party'

export interface SignInByProviderDeps {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly accounts: AccountCache
  readonly settings: LiveSettings
  readonly signIn: SignIn
  /** Asks for the password again. */
  readonly confirmOwner: OwnerCheck
  readonly notify: Notify
  /** Encryption key of provider secrets. */
  readonly secret: Uint8Array
  readonly baseUrl: string | null
  /** Notifies the other processes that accounts have changed. */
  readonly announce: () => void
  /** Changes the members of groups, and notifies those who now see more or fewer lists. */
  readonly changingMembers: ChangingMembers
  readonly log: Logger
}

export function signInByProviderRoutes(binder: Binder, deps: SignInByProviderDeps): void {
  const { reader, settings, log } = deps
  const seal = createSeal(deps.secret, 'oidc')
  const providers = createProviders({ reader, settings, seal })
  const parts = { ...deps, seal, providers, relyingParty: laterRelyingParty(log) }
  const begin = oidcRoutes(binder, parts)
  identityRoutes(binder, { ...parts, begin })
  providerRoutes(binder, parts)
}

/** The OpenID Connect library is loaded with the first sign-in: most servers have no provider. */
function laterRelyingParty(log: Logger): RelyingParty {
  let loading: Promise<RelyingParty> | undefined
  const loaded = () => {
    loading ??= import('./relying-party').then(({ createRelyingParty }) => createRelyingParty({ log }))
    return loading
  }
  return {
    addressFor: async (...asked) => (await loaded()).addressFor(...asked),
    personFrom: async (...given) => (await loaded()).personFrom(...given),
    accepts: async (...asked) => (await loaded()).accepts(...asked),
  }
}
