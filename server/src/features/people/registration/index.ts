/** Confirms a changed address. */
export { askToConfirm } from './register'
/** Registration of accounts, and confirmation of addresses. */
export { type RegistrationDeps, registrationRoutes } from './registration.routes'
