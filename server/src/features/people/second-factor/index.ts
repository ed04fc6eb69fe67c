/** Verifies codes at sign-in. */
export { createSecondFactor, type SecondFactor } from './second-factor'
/** Changes of the second factor, by the user or an administrator. */
export { type SecondFactorDeps, secondFactorRoutes } from './second-factor.routes'
