import { changePassword, createResetLink, forgotPassword, resetPassword } from '@octavo/contract/password'
import type { Binder } from '../../../http/bind'
import type { Peer } from '../../../http/identity'
import { waitSeconds } from '../../../http/rate-limit'
import { timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import type { SignIn } from '../auth'
import { requireOwner } from '../sessions'
import type { Account } from '../users'
import { type ChangePasswordDeps, changeOwnPassword, type OwnPasswordChange } from './change-own-password'
import { type ForgotDeps, sendResetLink } from './forgot-password'
import { makeResetLink, resetByLink } from './reset-by-link'

export interface PasswordChangeDeps extends ChangePasswordDeps, ForgotDeps {
  readonly signIn: SignIn
  /** Public address of the web app; null if not configured. */
  readonly baseUrl: string | null
}

/** Changes the viewer's own password, for other protocols; a response after too many wrong attempts. */
export type ChangeOwnPassword = (viewer: Viewer, change: OwnPasswordChange, peer: Peer) => Promise<Account | Response>

export function passwordChangeRoutes(binder: Binder, deps: PasswordChangeDeps): ChangeOwnPassword {
  const { signIn, now } = deps
  const changeOwn: ChangeOwnPassword = (viewer, change, peer) => {
    requireOwner(viewer)
    return changeOwnPassword(deps, viewer, change, { peer, sessionEnd: signIn.endOf(now()) })
  }

  binder.bind(changePassword, async ({ viewer, body, peer, request }) => {
    const changed = await changeOwn(viewer, body, peer)
    if (changed instanceof Response) return changed
    const sessionId = viewer.pass?.sessionId
    const { accessToken, expiresIn, headers } = sessionId
      ? await signIn.goOn(changed, sessionId, request)
      : await signIn.start(changed, { request, peer }, 'password')
    return Response.json({ accessToken, tokenType: 'Bearer', expiresIn }, { headers })
  })

  binder.bind(createResetLink, async ({ viewer, params }) => {
    const { token, expiresAt } = await makeResetLink(deps, viewer, params.user_id)
    // In the fragment, which servers and logs do not see. Without a configured address it is relative: a forged `Host`
    // would send the token to the attacker.
    const address = `${deps.baseUrl ?? ''}/reset-password#${token}`
    const answer = { token, url: address, expiresAt: timestamp(expiresAt) }
    return Response.json(answer, { status: 201, headers: { 'Cache-Control': 'no-store' } })
  })

  binder.bindPublic(forgotPassword, ({ body, peer }) => {
    const wait = sendResetLink(deps, body.email, peer.address)
    if (wait > 0) return waitSeconds(wait)
    return { message: 'If there is an account with this address, a link was sent to it' }
  })

  binder.bindPublic(resetPassword, async ({ body }) => {
    await resetByLink(deps, body.token, body.password)
    return { message: 'The new password is set: sign in with it' }
  })
  return changeOwn
}
