import type { Config } from '../config'
import type { Connection } from '../db'
import { createApiKeyCache, createKeyUse } from '../features/api-keys'
import { createIdentify, createPasswordCheck, createSignIn, createTokens, type Secrets } from '../features/auth'
import { createLiveSessions, createSessionUse } from '../features/sessions'
import { createAccountCache } from '../features/users'
import { systemClock } from '../kernel/clock'
import type { Logger } from '../kernel/log'

/** What tells who sent a request: for the whole API, and for the few addresses of a worker. */
export function createIdentity(
  config: Config,
  { connection, secrets, log }: { readonly connection: Connection; readonly secrets: Secrets; readonly log: Logger },
) {
  const { reader, write } = connection
  const now = systemClock
  const accounts = createAccountCache({ reader, now })
  const keys = createApiKeyCache({ reader, now })
  const use = createKeyUse({ write, now, log })
  const tokens = createTokens({ secret: secrets.jwt, expiryHours: config.auth.jwtExpiryHours, now })
  const checkPassword = createPasswordCheck({ reader, now })
  const sessions = createLiveSessions({ reader, now })
  const sessionUse = createSessionUse({ write, now, log })
  const { cookieSecure, sessionDays } = config.auth
  const signIn = createSignIn({ write, now, accounts, sessions, tokens, cookieSecure, sessionDays })
  const identify = createIdentify({ accounts, keys, use, sessions, sessionUse, tokens, checkPassword, now })
  const settled = async () => void (await Promise.all([use.settled(), sessionUse.settled()]))
  return { accounts, keys, sessions, signIn, checkPassword, identify, settled }
}
