/** Checks codes when somebody signs in. */
export { createSecondFactor, type SecondFactor } from './second-factor'
/** Changes to it, by the user or an administrator. */
export { type SecondFactorDeps, secondFactorRoutes } from './second-factor.routes'
