/** Whether set-up is open, and creation of the first account. */
export { type Claim, type SetupDeps, setupRoutes } from './setup.routes'
/** The token of the set-up link. */
export { createSetupToken } from './setup-token'
