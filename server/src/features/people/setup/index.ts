/** Whether set-up is open, and the first account. */
export { type Claim, type SetupDeps, setupRoutes } from './setup.routes'
/** What the set-up link carries. */
export { createSetupToken } from './setup-token'
