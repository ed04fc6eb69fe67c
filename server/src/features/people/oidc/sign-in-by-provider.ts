import { randomBytes } from 'node:crypto'
import { isUniqueViolation, type Write } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { Seal } from '../../../kernel/seal'
import type { Viewer } from '../../../kernel/viewer'
import { type AccountDeps, type Found, findAccount, link } from './find-account'
import { type Flow, hashOf, insertFlow, takeFlow } from './flows.store'
import { userByIdentity } from './identities.queries'
import { problem } from './problem'
import type { Provider } from './provider'
import type { Providers } from './providers'
import type { Asked, RelyingParty } from './relying-party'

/** Time for a password and a second factor at the provider. */
export const FLOW_MS = 5 * 60_000

export interface FlowDeps extends AccountDeps {
  readonly write: Write
  readonly now: Clock
  readonly seal: Seal
  readonly providers: Providers
  readonly relyingParty: RelyingParty
}

/** The purpose of a sign-in. */
export interface SignInTarget {
  readonly redirectUrl: string
  /** The secret of the browser that begins it; null for an app. */
  readonly browser: string | null
  readonly appUrl: string | null
  readonly next: string | null
  /** The user who links an account at the provider. */
  readonly linkUserPk: number | null
}

const secret = () => randomBytes(32).toString('base64url')

/** The page of the provider to open. @throws unreachable */
export async function beginFlow(deps: FlowDeps, provider: Provider, target: SignInTarget): Promise<string> {
  const { write, now, seal, relyingParty } = deps
  const { redirectUrl, browser } = target
  const asked: Asked = { redirectUrl, state: secret(), nonce: secret(), verifier: secret() }
  const address = await relyingParty.addressFor(provider, asked)
  const { nonce, verifier } = asked
  await write(tx =>
    insertFlow(tx, {
      state_hash: hashOf(asked.state),
      browser_hash: browser === null ? null : hashOf(browser),
      provider: provider.name,
      sealed: seal.close(Buffer.from(JSON.stringify([nonce, verifier]))),
      redirect_url: redirectUrl,
      app_url: target.appUrl,
      next: target.next,
      link_user_pk: target.linkUserPk,
      expires_at: now() + FLOW_MS,
    }),
  )
  return address
}

/**
 * Redeems a pending sign-in: once, in time, for the same provider, and in the same browser.
 * @throws expired otherwise
 */
export async function resumeFlow(
  { write, now }: Pick<FlowDeps, 'write' | 'now'>,
  back: { readonly provider: string; readonly state: string | undefined; readonly browser: string | null },
): Promise<Flow> {
  const { state } = back
  const flow = state ? await write(tx => takeFlow(tx, state)) : null
  const isOurs =
    flow !== null &&
    flow.expires_at > now() &&
    flow.provider === back.provider &&
    (flow.browser_hash === null || (back.browser !== null && flow.browser_hash === hashOf(back.browser)))
  if (!isOurs) throw problem('expired', 'This sign-in has expired or was started in another browser: start again')
  return flow
}

/** The user authenticated by the provider. @throws errors with a code for the sign-in page */
export async function finishFlow(
  deps: FlowDeps,
  flow: Flow,
  back: { readonly state: string; readonly search: string; readonly viewer: Viewer | null },
): Promise<Found> {
  const provider = (await deps.providers.open()).find(({ name }) => name === flow.provider)
  const opened = deps.seal.open(flow.sealed)
  if (!provider || !opened) throw problem('expired', 'This provider is no longer available')
  const [nonce = '', verifier = ''] = JSON.parse(Buffer.from(opened).toString('utf8')) as string[]
  const asked = { redirectUrl: flow.redirect_url, state: back.state, nonce, verifier }
  const person = await deps.relyingParty.personFrom(provider, back.search, asked)
  if (flow.link_user_pk === null) return findAccount(deps, provider, person)

  const { viewer } = back
  const [account] = viewer?.userPk === flow.link_user_pk ? await deps.accounts.now([viewer.userId]) : []
  if (!account) throw problem('signed_out', 'You were signed out while linking the account. Sign in and try again.')
  try {
    await deps.write(tx => link(tx, account, { person, provider: provider.name, way: 'profile' }, deps.now()))
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    if ((await userByIdentity(deps.reader, person)) !== account.id) {
      throw problem('linked_elsewhere', 'Another user here is already linked to this account')
    }
  }
  return { account, isNew: false }
}
