import type { ConfiguredProvider } from '../../../config'
import type { Reader } from '../../../db'
import type { Seal } from '../../../kernel/seal'
import type { LiveSettings } from '../../../platform/settings'
import { type Provider, USUAL } from './provider'
import { storedProviders } from './providers.store'

/** Current providers: those of the server's file or environment first, then those of the app. */
export interface Providers {
  all(): Promise<Provider[]>
  /** Providers enabled for sign-in; none while that is disabled. */
  open(): Promise<Provider[]>
}

export function createProviders(options: {
  readonly reader: Reader
  readonly settings: LiveSettings
  readonly seal: Seal
}): Providers {
  const { reader, settings, seal } = options

  async function all(): Promise<Provider[]> {
    const configured = Object.entries((await settings.get('auth.oidc.providers')) ?? {}).map(providerOf)
    const names = new Set(configured.map(({ name }) => name))
    return [...configured, ...(await storedProviders(reader, seal)).filter(({ name }) => !names.has(name))]
  }

  return {
    all,
    open: async () => ((await settings.get('auth.oidc.enabled')) ? (await all()).filter(one => one.enabled) : []),
  }
}

function providerOf([name, given]: [string, ConfiguredProvider]): Provider {
  return {
    name,
    displayName: given.display_name ?? name,
    issuerUrl: given.issuer_url,
    clientId: given.client_id,
    clientSecret: given.client_secret ?? null,
    scopes: given.scopes ?? USUAL.scopes,
    roleMapping: given.role_mapping ?? USUAL.roleMapping,
    groupsClaim: given.groups_claim ?? USUAL.groupsClaim,
    usernameClaim: given.username_claim ?? USUAL.usernameClaim,
    emailClaim: given.email_claim ?? USUAL.emailClaim,
    enabled: true,
    origin: 'server',
    createdAt: null,
    updatedAt: null,
  }
}
