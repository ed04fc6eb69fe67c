/** Deletes abandoned sign-ins. */
export { pruneFlows } from './flows.store'
/** Signing in by identity providers, linked accounts, and the providers themselves. */
export { type SignInByProviderDeps, signInByProviderRoutes } from './sign-in-by-provider.routes'
