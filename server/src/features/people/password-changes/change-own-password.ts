import type { Write } from '../../../db'
import type { Peer } from '../../../http/identity'
import { refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { deleteLinks, type Notify } from '../account-links'
import { checkNewPassword, hashPassword } from '../passwords'
import { deleteOtherSessions, type LiveSessions, type OwnerCheck, prolongSession, type SignInWay } from '../sessions'
import { type Account, type AccountCache, updateSignIn } from '../users'

export interface ChangePasswordDeps {
  readonly write: Write
  readonly now: Clock
  readonly accounts: AccountCache
  readonly sessions: LiveSessions
  readonly confirmOwner: OwnerCheck
  readonly notify: Notify
}

/** The current password may be left out after a recent sign-in: by a passkey, or in one of the ways of `recent`. */
export interface OwnPasswordChange {
  readonly currentPassword?: string | null | undefined
  readonly newPassword: string
  readonly recent?: readonly SignInWay[]
}

/**
 * Changes the viewer's password and ends all their other sessions. Returns the changed account, or a 429 response after
 * too many wrong attempts.
 * @throws BadRequest if the current password is wrong or the new one breaks a rule
 */
export async function changeOwnPassword(
  deps: ChangePasswordDeps,
  viewer: Viewer,
  { currentPassword, newPassword, recent }: OwnPasswordChange,
  { peer, sessionEnd }: { readonly peer: Peer; readonly sessionEnd: number },
): Promise<Account | Response> {
  const { write, now, accounts, sessions, confirmOwner, notify } = deps
  const account = await ownAccount(accounts, viewer)
  const wait = await confirmOwner(viewer, account, currentPassword, peer, recent)
  if (wait) return wait
  await checkNewPassword(newPassword, account.username, account.email)
  const passwordHash = await hashPassword(newPassword)
  const sessionId = viewer.pass?.sessionId ?? null
  await write(async tx => {
    const credentialsVersion = await updateSignIn(tx, account.pk, { passwordHash }, now())
    await deleteOtherSessions(tx, account.pk, sessionId, now(), { details: { because: 'password' } })
    await deleteLinks(tx, account.pk, 'reset')
    if (sessionId) await prolongSession(tx, sessionId, { credentialsVersion, expiresAt: sessionEnd })
  })
  accounts.forget(account.id)
  notify(account, 'password')
  if (sessionId) sessions.forget(sessionId)
  return ownAccount(accounts, viewer)
}

async function ownAccount(accounts: AccountCache, viewer: Viewer): Promise<Account> {
  const [account] = await accounts.now([viewer.userId])
  if (!account) throw refused('Unauthorized', 'account_gone', 'Your account no longer exists')
  return account
}
