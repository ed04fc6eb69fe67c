/** Accounts that people make for themselves, and addresses that they confirm. */
export { type RegistrationDeps, registrationRoutes } from './registration.routes'
