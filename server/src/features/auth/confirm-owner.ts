import type { Reader } from '../../db'
import { waitSeconds } from '../../http/rate-limit'
import { refused } from '../../kernel/app-error'
import type { Clock } from '../../kernel/clock'
import type { LiveSessions, OwnerCheck } from '../sessions'
import { credentialsByName } from '../users'
import type { PasswordCheck } from './password-check'

/** An account without a password shows by a sign-in of just now who asks. */
const FRESH_MS = 10 * 60_000

export function createOwnerCheck(deps: {
  readonly reader: Reader
  readonly now: Clock
  readonly sessions: LiveSessions
  readonly checkPassword: PasswordCheck
}): OwnerCheck {
  const { reader, now, sessions, checkPassword } = deps
  return async (viewer, account, password, address) => {
    const found = await credentialsByName(reader, account.username)
    if (found?.passwordHash === '') {
      const sessionId = viewer.pass?.sessionId
      const session = sessionId ? await sessions.get(sessionId, account) : null
      if (session && now() - session.createdAt < FRESH_MS) return null
      throw refused('Forbidden', 'sign_in_again', 'Sign out and in again, then do this within ten minutes')
    }
    const result = await checkPassword({ name: account.username, password: password ?? '', address })
    if (result.kind === 'wait') return waitSeconds(result.seconds)
    if (result.kind === 'wrong') throw refused('BadRequest', 'password_wrong', 'The current password is wrong')
    return null
  }
}
