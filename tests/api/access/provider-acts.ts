// Operations of a signed-in user with an identity provider: start, link, test, unlink.
import type { OidcLoginResponse } from '@octavo/contract/oidc'
import { client } from '../../kit/client'
import { CLIENT, type IdentityProvider, openIdentityProvider, walkThrough } from '../../kit/identity-provider'
import type { Inhabited } from '../people'
import { jsonInit } from './objects'
import { PASSWORD, type Person } from './people'

const NAME = 'at-home'
const OWN = '/api/v1/user/identities'
const ALL = '/api/v1/admin/identity-providers'

/** Starts and registers a provider; close it at the end. `origin` is the browser's address of the server. */
export async function openKnownProvider(octavo: Inhabited, origin: string): Promise<IdentityProvider> {
  const provider = await openIdentityProvider([`${origin}/api/v1/auth/oidc/${NAME}/callback`])
  const { id: clientId, secret: clientSecret } = CLIENT
  await octavo.admin.post(ALL, { name: NAME, displayName: NAME, issuerUrl: provider.issuer, clientId, clientSecret })
  return provider
}

/** Requests by operation id. */
export function providerActs(octavo: Inhabited, owner: Person, provider: IdentityProvider) {
  const link = () => owner.as.fetch(`${OWN}/${NAME}/link`, jsonInit({ password: PASSWORD }))

  async function unlink(): Promise<Response> {
    provider.signsIn = { sub: 'somebody' }
    const begun = await link()
    const { redirectUrl } = (await begun.json()) as OidcLoginResponse
    const { pathname, search } = await walkThrough(provider, redirectUrl)
    // The returning person must be signed in as the one who started.
    const flow = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
    const cookie = `${flow}; auth_token=${owner.as.headers.authorization?.slice('Bearer '.length)}`
    await client(octavo.url, { cookie }).fetch(pathname + search, { redirect: 'manual' })
    const [linked] = await owner.as.get<{ id: string }[]>(OWN)
    return owner.as.fetch(`${OWN}/${linked?.id}`, jsonInit({ password: PASSWORD }, 'DELETE'))
  }

  return {
    oidc_login: () => octavo.anonymous.fetch(`/api/v1/auth/oidc/${NAME}/login`, { method: 'POST' }),
    link_own_identity: link,
    unlink_own_identity: unlink,
    test_identity_provider: () => octavo.admin.fetch(`${ALL}/${NAME}/test`, { method: 'POST' }),
  }
}
