import { getSignInOptions, type SignInOptions } from '@octavo/contract/auth'
import {
  type RegisterRequest,
  type RegisterResponse,
  register as registerRoute,
  resendVerification,
  type VerifyEmailResponse,
  verifyEmail,
} from '@octavo/contract/registration'
import type { Binder } from '../../../http/bind'
import type { Peer } from '../../../http/identity'
import { createRateLimiter, waitSeconds } from '../../../http/rate-limit'
import { type AppError, refused } from '../../../kernel/app-error'
import type { Logger } from '../../../kernel/log'
import { linkOf, takeLink } from '../account-links'
import type { SignIn } from '../auth'
import { updateSignIn, userInfo } from '../users'
import { type RegisterDeps, register, sendConfirmation } from './register'

export interface RegistrationDeps extends RegisterDeps {
  readonly signIn: SignIn
  readonly log: Logger
  /** The public address, if configured. */
  readonly baseUrl: string | null
}

/** Accounts per network: a family at once, then one every five minutes. */
const ALLOWANCE = { perSecond: 1 / 300, burst: 10 }
const LIMITS = { enabled: true, anonymous: ALLOWANCE, authenticated: ALLOWANCE }

/** Binds the routes; returns how other protocols register an account, within the same limit. */
export function registrationRoutes(binder: Binder, deps: RegistrationDeps) {
  const { reader, write, now, accounts, settings, mailbox, signIn, log } = deps
  const limiter = createRateLimiter(() => LIMITS, now)
  const registerFrom = (input: RegisterRequest, { address }: Pick<Peer, 'address'>) =>
    register(deps, input, { address, limiter })

  binder.bindPublic(getSignInOptions, async (): Promise<SignInOptions> => {
    const registration = await settings.get('auth.registration_enabled')
    const passkeyOrigin = deps.baseUrl && new URL(deps.baseUrl).origin
    return { registration, passwordReset: mailbox !== null, passkeyOrigin }
  })

  binder.bindPublic(registerRoute, async ({ body, peer, request }) => {
    const made = await registerFrom(body, peer)
    if (made.kind === 'wait') return waitSeconds(made.seconds)
    if (made.kind === 'to-confirm') {
      const message = 'An e-mail was sent to your address: open the link in it to confirm'
      return { user: made.user, message } satisfies RegisterResponse
    }
    const { accessToken, expiresIn, headers } = await signIn.start(made.account, { request, peer }, 'registration')
    const answer: RegisterResponse = { user: userInfo(made.account), accessToken, tokenType: 'Bearer', expiresIn }
    return Response.json(answer, { status: 201, headers })
  })

  binder.bindPublic(verifyEmail, async ({ body, request, peer }) => {
    const link = await linkOf(reader, body.token, 'verify', now())
    const account = link && (await accounts.now([link.userId]))[0]
    if (!account?.isActive || account.email !== link?.email) throw endedLink()
    await write(async tx => {
      if (!(await takeLink(tx, body.token, 'verify', now()))) throw endedLink()
      await updateSignIn(tx, account.pk, { emailVerified: true }, now())
    })
    accounts.forget(account.id)
    if (account.hasSecondFactor) throw refused('BadRequest', 'address_confirmed', 'The address is confirmed. Sign in.')
    const { accessToken, expiresIn, headers } = await signIn.start(account, { request, peer }, 'registration')
    const answer: VerifyEmailResponse = {
      message: 'The address is confirmed',
      accessToken,
      tokenType: 'Bearer',
      expiresIn,
      user: userInfo({ ...account, emailVerified: true }),
    }
    return Response.json(answer, { headers })
  })

  binder.bindPublic(resendVerification, ({ body, peer }) => {
    if (!mailbox) throw refused('ServiceUnavailable', 'no_mail', 'This server does not send e-mail')
    const wait = mailbox.take(body.email, peer.address)
    if (wait > 0) return waitSeconds(wait)
    mailbox.behind(() =>
      sendConfirmation(deps, body.email).catch(error =>
        log.warn({ err: error }, 'could not send a confirmation e-mail'),
      ),
    )
    return { message: 'If there is an account to confirm with this address, an e-mail was sent to it' }
  })
  return registerFrom
}

function endedLink(): AppError {
  return refused('BadRequest', 'link_ended', 'This link has already been used or has expired. Request a new one')
}
