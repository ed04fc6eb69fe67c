import { breachedPasswords } from './breached-passwords'
import { requireGoodPassword } from './password.rules'

/**
 * Validates a new password; `names` are those of the account.
 * @throws BadRequest with the first fault
 */
export async function checkNewPassword(password: string, ...names: readonly string[]): Promise<void> {
  requireGoodPassword(password, names, await breachedPasswords())
}
