/** Checks codes when somebody signs in. */
export { createSecondFactor, type SecondFactor } from './second-factor'
/** What the profile and whoever looks after users change about it. */
export { type SecondFactorDeps, secondFactorRoutes } from './second-factor.routes'
