/** Refuses a new password that is short or soon guessed. */
export { checkNewPassword } from './check-new-password'
/** Hashing, checking (as slowly when there is nothing to check against) and making passwords. */
export { generatePassword, hashPassword, verifyPassword } from './passwords'
