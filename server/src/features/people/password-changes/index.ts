/** Changes of a password by its owner, or by a one-time link. */
export { type ChangeOwnPassword, type PasswordChangeDeps, passwordChangeRoutes } from './password-changes.routes'
