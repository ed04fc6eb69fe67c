import type { Reader, Write } from '../../../db'
import { refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import { checkNewPassword, generatePassword, hashPassword } from '../passwords'
import { credentialsByName } from './users.queries'
import { updateSignIn } from './users.store'

export interface ResetPassword {
  readonly username: string
  /** The new password, to be shown once. */
  readonly password: string
  /** A deactivated account stays deactivated: the new password does not allow sign-in. */
  readonly isActive: boolean
}

/**
 * Sets a user's password, by name or e-mail address, and ends all their sessions. Generates a password by default.
 * @throws NotFound, or BadRequest if the given password is too weak
 */
export async function resetPassword(
  deps: { readonly reader: Reader; readonly write: Write; readonly now: Clock },
  nameOrEmail: string,
  { newPassword, removeSecondFactor = false }: { newPassword?: string | undefined; removeSecondFactor?: boolean } = {},
): Promise<ResetPassword> {
  const found = await credentialsByName(deps.reader, nameOrEmail)
  if (!found) throw refused('NotFound', 'user_gone', `There is no user with the name or e-mail address ${nameOrEmail}`)
  if (newPassword !== undefined) await checkNewPassword(newPassword, found.username, found.email)
  const password = newPassword ?? generatePassword()
  const passwordHash = await hashPassword(password)
  await deps.write(tx =>
    updateSignIn(tx, found.pk, { passwordHash, ...(removeSecondFactor && { hasSecondFactor: false }) }, deps.now()),
  )
  return { username: found.username, password, isActive: found.isActive }
}
