import type { Config } from '../config'
import type { Connection } from '../db'
import { createMailbox, createNotices, mailLanguage, type Notify } from '../features/people/account-links'
import { authRoutes, createOwnerCheck, type Secrets, seeAsRoutes } from '../features/people/auth'
import { signInByProviderRoutes } from '../features/people/oidc'
import { createPasskeys, passkeyRoutes } from '../features/people/passkeys'
import { type ChangeOwnPassword, passwordChangeRoutes } from '../features/people/password-changes'
import { askToConfirm, registrationRoutes } from '../features/people/registration'
import { createSecondFactor, secondFactorRoutes } from '../features/people/second-factor'
import { type OwnerCheck, sessionRoutes } from '../features/people/sessions'
import { type Claim, createSetupToken, setupRoutes } from '../features/people/setup'
import { changingMembers } from '../features/reading/curated-lists'
import type { Binder } from '../http/bind'
import type { Peer } from '../http/identity'
import { systemClock } from '../kernel/clock'
import type { Logger } from '../kernel/log'
import { createMailer } from '../platform/mail'
import type { LiveSettings } from '../platform/settings'
import type { createIdentity } from './identity'

/** Routes to sign in, register and sign out. `drain` resolves when pending e-mails have been sent. */
export function signInRoutes(
  binder: Binder,
  config: Pick<Config, 'mail' | 'baseUrl' | 'setupOpen'>,
  parts: {
    readonly connection: Pick<Connection, 'reader' | 'write' | 'wakes'>
    readonly secrets: Secrets
    readonly settings: LiveSettings
    readonly identity: Pick<
      ReturnType<typeof createIdentity>,
      'accounts' | 'sessions' | 'signIn' | 'checkPassword' | 'failures' | 'tokens' | 'cookies'
    >
    readonly log: Logger
    readonly now?: () => number
    /** The current name of the server. */
    readonly serverName: () => string
  },
): {
  readonly drain: () => Promise<void>
  readonly confirmOwner: OwnerCheck
  readonly notify: Notify
  readonly confirmAddress: (email: string, peer: Peer) => void
  readonly claim: Claim
  readonly changeOwnPassword: ChangeOwnPassword
  readonly register: ReturnType<typeof registrationRoutes>
  readonly endSession: ReturnType<typeof authRoutes>['endSession']
} {
  const { connection, secrets, settings, identity, log, now = systemClock, serverName } = parts
  const { reader, write, wakes } = connection
  const { accounts, sessions, signIn, checkPassword, failures } = identity
  const languageOf = (username: string) => mailLanguage(reader, username)
  const mailer = config.mail && createMailer(config.mail, log)
  const mailbox =
    mailer && config.mail ? createMailbox({ mailer, baseUrl: config.mail.baseUrl, serverName, languageOf, now }) : null
  const confirmsEmail = () => settings.get('auth.email_confirmation')
  const secondFactor = createSecondFactor({ reader, write, now, secret: secrets.jwt })
  const passkeys = createPasskeys({ reader, write, now, secret: secrets.jwt, baseUrl: config.baseUrl, serverName })
  const confirmOwner = createOwnerCheck({ reader, now, sessions, checkPassword })
  const notify = createNotices(mailer, { baseUrl: config.mail?.baseUrl ?? '', serverName, languageOf })
  const people = {
    notify,
    reader,
    write,
    now,
    accounts,
    sessions,
    signIn,
    checkPassword,
    failures,
    secondFactor,
    serverName,
    passkeys,
    confirmOwner,
  }
  const claim = setupRoutes(binder, {
    ...people,
    settings,
    setupToken: createSetupToken(secrets.jwt),
    setupOpen: config.setupOpen,
  })
  const { endSession } = authRoutes(binder, { ...people, confirmsEmail, cookies: identity.cookies })
  const register = registrationRoutes(binder, { ...people, settings, mailbox, log, baseUrl: config.baseUrl })
  const changeOwnPassword = passwordChangeRoutes(binder, { ...people, mailbox, log, baseUrl: config.baseUrl })
  sessionRoutes(binder, people)
  seeAsRoutes(binder, { ...people, tokens: identity.tokens, cookies: identity.cookies })
  secondFactorRoutes(binder, people)
  passkeyRoutes(binder, people)
  const { baseUrl } = config
  const announce = () => wakes.wake('accounts')
  signInByProviderRoutes(binder, { ...people, settings, secret: secrets.jwt, baseUrl, announce, changingMembers, log })
  return {
    endSession,
    claim,
    changeOwnPassword,
    register,
    confirmOwner,
    notify,
    confirmAddress: (email, peer) => askToConfirm({ ...people, settings, mailbox, log }, email, peer),
    drain: async () => {
      await mailbox?.drain()
      await mailer?.drain()
    },
  }
}
