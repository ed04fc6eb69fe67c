import type { OidcLoginResponse } from '@octavo/contract/oidc'
import type { UserInfo } from '@octavo/contract/user'
import { bodyOf, type GatedApp } from './gated-app'
import { type Human, type IdentityProvider, walkThrough } from './identity-provider'

/** The address of the gated app. */
export const HERE = 'http://localhost:8080'
export const OIDC_PATH = '/api/v1/auth/oidc'

/** A browser that signs in by identity providers, step by step. */
export function createWayIn(app: () => GatedApp, providers: () => Readonly<Record<string, IdentityProvider>>) {
  let lastAddress = 0
  /** Each from its own network, so that no test uses up the attempts of another. */
  const peer = () => {
    lastAddress = (lastAddress % 250) + 1
    return { address: `198.51.100.${lastAddress}`, local: false }
  }

  const begin = (name: string, body?: unknown) =>
    app().ask('POST', `${OIDC_PATH}/${name}/login`, { ...(body !== undefined && { body }), peer: peer() })

  /** A started sign-in: the provider's page, and the cookie that ties it to the browser. */
  async function begun(name: string, body?: unknown) {
    const answer = await begin(name, body)
    if (answer.status !== 200) throw new Error(`The way to ${name} is closed: ${answer.status} ${await answer.text()}`)
    const { redirectUrl } = await bodyOf<OidcLoginResponse>(answer)
    const set = answer.headers.get('set-cookie')
    return { redirectUrl, set, cookie: set?.split(';')[0] ?? '' }
  }

  /** Opens the address that the provider has sent the browser to. */
  const back = (url: URL, cookie: string) =>
    app().ask('GET', `${url.pathname}${url.search}`, { headers: { cookie }, peer: peer() })

  /** Through the provider and back, up to Octavo's answer. */
  async function wayOf(who: Human, body?: unknown, name = 'home') {
    const provider = providers()[name]
    if (!provider) throw new Error(`There is no provider ${name}`)
    provider.signsIn = who
    const { redirectUrl, cookie } = await begun(name, body)
    const url = await walkThrough(provider, redirectUrl)
    return { url, cookie, answer: await back(url, cookie) }
  }

  const meBy = async (answer: Response) =>
    bodyOf<UserInfo>(await app().ask('GET', '/api/v1/auth/me', { headers: { cookie: sessionOf(answer) } }))

  return { peer, begin, begun, back, wayOf, meBy }
}

export const placeOf = (answer: Response) => [answer.status, answer.headers.get('location')]

/** The session cookie of an answer; empty if there is none. */
export const sessionOf = (answer: Response) => /auth_token=[^;]+/.exec(answer.headers.getSetCookie().join())?.[0] ?? ''
