/** What a new password has to have. */
export { checkNewPassword } from './password.rules'
/** Hashing, checking (as slowly when there is nothing to check against) and making passwords. */
export { generatePassword, hashPassword, verifyPassword } from './passwords'
