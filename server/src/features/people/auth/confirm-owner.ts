import type { Reader } from '../../../db'
import { waitSeconds } from '../../../http/rate-limit'
import { refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import type { LiveSessions, OwnerCheck } from '../sessions'
import { credentialsByName } from '../users'
import type { PasswordCheck } from './password-check'

/** For how long a sign-in is recent. */
const FRESH_MS = 10 * 60_000

export function createOwnerCheck(deps: {
  readonly reader: Reader
  readonly now: Clock
  readonly sessions: LiveSessions
  readonly checkPassword: PasswordCheck
}): OwnerCheck {
  const { reader, now, sessions, checkPassword } = deps
  return async (viewer, account, password, peer, recent = ['passkey']) => {
    const found = await credentialsByName(reader, account.username)
    const sessionId = viewer.pass?.sessionId
    const session = sessionId ? await sessions.get(sessionId, account) : null
    if (!session)
      throw refused('Forbidden', 'session_needed', 'Sign in first. A password in the request is not a session.')
    // Somebody else's credentials opened it.
    if (session.way === 'profile') throw refused('Forbidden', 'child_profile', 'A child profile cannot do this')
    const isFresh = now() - session.createdAt < FRESH_MS
    if (!password && isFresh && recent.some(way => way === session.way)) return null
    if (found?.passwordHash === '' || (!password && recent.includes('password'))) {
      if (isFresh && found?.passwordHash === '') return null
      throw refused('Forbidden', 'sign_in_again', 'Sign out and in again, then do this within ten minutes')
    }
    const result = await checkPassword({ name: account.username, password: password ?? '', peer })
    if (result.kind === 'wait') return waitSeconds(result.seconds)
    if (result.kind === 'wrong') throw refused('BadRequest', 'password_wrong', 'The current password is wrong')
    return null
  }
}
