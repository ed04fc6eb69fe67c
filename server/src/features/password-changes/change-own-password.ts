import type { ChangePasswordRequest } from '@octavo/contract/password'
import type { Reader, Write } from '../../db'
import { AppError } from '../../kernel/app-error'
import type { Clock } from '../../kernel/clock'
import type { Viewer } from '../../kernel/viewer'
import { deleteLinks } from '../account-links'
import type { PasswordCheck } from '../auth'
import { checkNewPassword, hashPassword } from '../passwords'
import { deleteOtherSessions, type LiveSessions, prolongSession } from '../sessions'
import { type Account, type AccountCache, credentialsByName, updateSignIn } from '../users'

/** An account without a password gets its first one by somebody who has signed in just now. */
const FRESH_MS = 10 * 60_000

export interface ChangePasswordDeps {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly accounts: AccountCache
  readonly sessions: LiveSessions
  readonly checkPassword: PasswordCheck
}

/**
 * Gives the viewer a new password and ends all their sessions but the one that asks. Answers the account as it is
 * then, or the seconds to wait after too many wrong tries.
 * @throws BadRequest when the current password is wrong or the new one breaks a rule
 */
export async function changeOwnPassword(
  deps: ChangePasswordDeps,
  viewer: Viewer,
  { currentPassword, newPassword }: ChangePasswordRequest,
  { address, sessionEnd }: { readonly address: string; readonly sessionEnd: number },
): Promise<{ readonly account: Account } | { readonly waitSeconds: number }> {
  const { write, now, accounts, sessions } = deps
  const account = await ownAccount(deps, viewer)
  const sessionId = viewer.pass?.sessionId ?? null
  const found = await credentialsByName(deps.reader, account.username)
  if (found?.passwordHash === '') await requireFresh(deps, account, sessionId)
  else {
    const password = currentPassword ?? ''
    const result = await deps.checkPassword({ name: account.username, password, address })
    if (result.kind === 'wait') return { waitSeconds: result.seconds }
    if (result.kind === 'wrong') throw new AppError('BadRequest', 'The current password is wrong')
  }
  checkNewPassword(newPassword, account.username, account.email)
  const passwordHash = await hashPassword(newPassword)
  await write(async tx => {
    const credentialsVersion = await updateSignIn(tx, account.pk, { passwordHash }, now())
    await deleteOtherSessions(tx, account.pk, sessionId, now())
    await deleteLinks(tx, account.pk, 'reset')
    if (sessionId) await prolongSession(tx, sessionId, { credentialsVersion, expiresAt: sessionEnd })
  })
  accounts.forget(account.id)
  if (sessionId) sessions.forget(sessionId)
  return { account: await ownAccount(deps, viewer) }
}

async function ownAccount({ accounts }: ChangePasswordDeps, viewer: Viewer): Promise<Account> {
  const [account] = await accounts.now([viewer.userId])
  if (!account) throw new AppError('Unauthorized', 'Your account is gone')
  return account
}

async function requireFresh(deps: ChangePasswordDeps, account: Account, sessionId: string | null): Promise<void> {
  const session = sessionId && (await deps.sessions.get(sessionId, account))
  if (session && deps.now() - session.createdAt < FRESH_MS) return
  throw new AppError('Forbidden', 'Sign out and in again, then set a password within ten minutes')
}
