import { breachedPasswords } from './breached-passwords'
import { requireGoodPassword } from './password.rules'

/**
 * Checks a password that somebody chooses; `names` are those of the account.
 * @throws BadRequest with the first fault
 */
export async function checkNewPassword(password: string, ...names: readonly string[]): Promise<void> {
  requireGoodPassword(password, names, await breachedPasswords())
}
