import { randomBytes } from 'node:crypto'
import { beginPasskeySignIn, PASSKEY_COOKIE, signInByPasskey } from '@octavo/contract/passkey'
import { parse, serialize } from 'hono/utils/cookie'
import type { Binder } from '../../../http/bind'
import { cameByHttps } from '../../../http/own-address'
import { waitSeconds } from '../../../http/rate-limit'
import { type AppError, refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import type { Passkeys } from '../passkeys'
import type { AccountCache } from '../users'
import { createLoginBrake } from './login-brake'
import type { CookiePolicy } from './session-cookie'
import { type SignIn, signedIn } from './sign-in'
import type { SignInFailures } from './sign-in-failures'

export interface PasskeySignInDeps {
  readonly now: Clock
  readonly accounts: AccountCache
  readonly signIn: SignIn
  readonly passkeys: Passkeys
  readonly confirmsEmail: () => Promise<boolean>
  readonly failures: SignInFailures
  readonly cookies: CookiePolicy
}

const BROWSER = /^[\w-]{22}$/
/** Time limit for answering a challenge. */
const COOKIE_SECONDS = 600

/**
 * Signing in without a name. A passkey verifies the user, so it counts as both factors. Unknown and invalid passkeys,
 * and those of deactivated accounts, get the same answer.
 */
export function passkeySignInRoutes(binder: Binder, deps: PasskeySignInDeps): void {
  const { accounts, signIn, passkeys, confirmsEmail, failures, cookies } = deps
  const brake = createLoginBrake(deps.now)

  binder.bindPublic(beginPasskeySignIn, async ({ request }) => {
    // Several tabs of one browser may ask at once: all of them get the same name.
    const browser = browserOf(request) ?? randomBytes(16).toString('base64url')
    const asked = await passkeys.ask(request, browser)
    const cookie = serialize(PASSKEY_COOKIE, browser, {
      httpOnly: true,
      sameSite: 'Strict',
      path: `${cookies.path === '/' ? '' : cookies.path}/api/v1/auth`,
      maxAge: COOKIE_SECONDS,
      secure: cameByHttps(request),
    })
    return Response.json(asked, { headers: { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' } })
  })

  binder.bindPublic(signInByPasskey, async ({ body, peer, request }) => {
    const seconds = brake.take(body.response.id, peer)
    if (seconds > 0) return waitSeconds(seconds)
    const proof = await passkeys.check(body, 'sign-in', browserOf(request) ?? '')
    const account = proof && (await accounts.now([proof.userId]))[0]
    const fail = (reason: string) => {
      failures.note({ account: account || null, address: peer.address, way: 'passkey', reason })
      return notLetIn()
    }
    if (!proof || !account) throw fail('A passkey that is not known or not right')
    if (!account.isActive) throw fail('The account is deactivated')
    if (!account.emailVerified && (await confirmsEmail())) {
      throw refused('Forbidden', 'confirm_first', 'Confirm your e-mail address first: a link was sent to it')
    }
    if (!(await proof.take())) throw fail('A passkey that was shown before, or a copy of one')
    brake.welcome(body.response.id, peer)
    return signedIn(account, await signIn.start(account, { request, peer }, 'passkey'))
  })
}

function browserOf(request: Request): string | null {
  const value = parse(request.headers.get('cookie') ?? '', PASSKEY_COOKIE)[PASSKEY_COOKIE]
  return value && BROWSER.test(value) ? value : null
}

function notLetIn(): AppError {
  return refused('Unauthorized', 'passkey_unknown', 'This passkey is not registered here')
}
