/** Rejects a short or easily guessed new password. */
export { checkNewPassword } from './check-new-password'
/** Hashing, constant-time checking and generating of passwords. */
export { generatePassword, hashPassword, verifyPassword } from './passwords'
