import type { Config } from '../config'
import type { Connection } from '../db'
import { createApiKeyCache, createKeyUse } from '../features/people/api-keys'
import {
  cookiePolicy,
  createIdentify,
  createPasswordCheck,
  createSignIn,
  createSignInFailures,
  createTokens,
  type Secrets,
} from '../features/people/auth'
import { createLiveSessions, createSessionUse } from '../features/people/sessions'
import { createAccountCache, userAccess } from '../features/people/users'
import { systemClock } from '../kernel/clock'
import type { Logger } from '../kernel/log'

/** Authentication of requests, for the whole API and for the few routes of a worker. */
export function createIdentity(
  config: Config,
  { connection, secrets, log }: { readonly connection: Connection; readonly secrets: Secrets; readonly log: Logger },
) {
  const { reader, write } = connection
  const now = systemClock
  // Listeners check at once whether they still have access.
  const listeners = new Set<() => void>()
  const onForget = () => {
    for (const listener of listeners) listener()
  }
  const accounts = createAccountCache({ reader, now, onForget })
  const keys = createApiKeyCache({ reader, now, onForget })
  const use = createKeyUse({ write, now, log })
  const tokens = createTokens({ secret: secrets.jwt, expiryHours: config.auth.jwtExpiryHours, now })
  const checkPassword = createPasswordCheck({ reader, now })
  const sessions = createLiveSessions({ reader, now })
  const sessionUse = createSessionUse({ write, now, log })
  const { cookieSecure, sessionDays } = config.auth
  const cookies = cookiePolicy(cookieSecure, config.baseUrl)
  const signIn = createSignIn({ write, now, accounts, sessions, tokens, cookies, sessionDays })
  const failures = createSignInFailures({ write, now, log })
  const seen = userAccess.createSeen({ write, now, log })
  const identify = createIdentify({
    reader,
    accounts,
    keys,
    use,
    sessions,
    sessionUse,
    tokens,
    checkPassword,
    cookies,
    failures,
    onSeen: seen.note,
    now,
  })
  const drain = async () => void (await Promise.all([use.drain(), sessionUse.drain(), seen.drain(), failures.drain()]))
  const onChange = (listener: () => void) => void listeners.add(listener)
  return {
    accounts,
    keys,
    sessions,
    tokens,
    cookies,
    signIn,
    checkPassword,
    failures,
    identify,
    drain,
    onChange,
  }
}
