import type { Reader, Write } from '../../../db'
import { type AppError, notFound, refused } from '../../../kernel/app-error'
import { type Clock, timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { recordAct } from '../../../platform/audit-log'
import { issueLink, linkOf, type Notify, takeLink } from '../account-links'
import { checkNewPassword, hashPassword } from '../passwords'
import { deleteOtherSessions } from '../sessions'
import { type Account, type AccountCache, updateSignIn, userAccess } from '../users'

/** Time for a link from an administrator to reach its user. */
const BY_ADMIN_MS = 24 * 3_600_000

export interface ResetDeps {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly accounts: AccountCache
  readonly notify: Notify
}

/**
 * A link by which the user chooses a new password.
 * @throws NotFound, or Forbidden for a user with more permissions than the viewer: the link gives access to their
 * account
 */
export async function makeResetLink(
  { reader, write, now, accounts, notify }: ResetDeps,
  viewer: Viewer,
  userId: string,
): Promise<{ readonly token: string; readonly expiresAt: number }> {
  const [account] = await accounts.now([userId])
  if (!account) throw notFound('User')
  if (account.pk === viewer.userPk) {
    throw refused('Forbidden', 'own_account', 'Change your own password with your current password')
  }
  await userAccess.requireMayManage(reader, viewer, account)
  const expiresAt = now() + BY_ADMIN_MS
  const action = account.lastLoginAt === null ? 'user_invited' : 'password_reset_requested'
  const token = await write(async tx => {
    const subject = { kind: 'user', id: account.id, name: account.username } as const
    await recordAct(tx, viewer, action, subject, { now: now(), details: { until: timestamp(expiresAt) } })
    return issueLink(tx, { userPk: account.pk, purpose: 'reset', email: null, expiresAt })
  })
  if (action === 'password_reset_requested') notify(account, 'reset_link')
  return { token, expiresAt }
}

/**
 * Sets the password of the link's user and ends all their sessions. A link sent by e-mail confirms the address.
 * @throws BadRequest for an invalid or expired link, or if the password breaks a rule, which leaves the link valid
 */
export async function resetByLink(
  { reader, write, now, accounts, notify }: ResetDeps,
  token: string,
  password: string,
) {
  const link = await linkOf(reader, token, 'reset', now())
  const account = link && (await accounts.now([link.userId]))[0]
  if (!account) throw endedLink()
  await checkNewPassword(password, account.username, account.email)
  const passwordHash = await hashPassword(password)
  await write(async tx => {
    if (!(await takeLink(tx, token, 'reset', now()))) throw endedLink()
    const confirms = isAddressOf(account, link.email)
    await updateSignIn(tx, account.pk, { passwordHash, byLink: true, ...(confirms && { emailVerified: true }) }, now())
    await deleteOtherSessions(tx, account.pk, null, now(), { details: { because: 'password_reset' } })
  })
  accounts.forget(account.id)
  notify(account, 'password')
}

function isAddressOf(account: Account, email: string | null): boolean {
  return email !== null && email.toLowerCase() === account.email.toLowerCase()
}

function endedLink(): AppError {
  return refused('BadRequest', 'link_ended', 'This link has already been used or has expired. Request a new one')
}
