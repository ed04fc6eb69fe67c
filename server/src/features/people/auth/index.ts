/** Sign in, sign out, current user. */
export { authRoutes } from './auth.routes'
/** Asks for the password again before an account is changed. */
export { createOwnerCheck } from './confirm-owner'
/** Identifies the sender of a request, for the access gate. */
export { createIdentify } from './identify'
/** One per process: sign-in and Basic authentication share its allowance of attempts. */
export { createPasswordCheck } from './password-check'
/** The key that signs tokens: configured, or generated and stored. */
export { loadSecrets, type Secrets } from './secrets'
/** Viewing the app as another user. */
export { seeAsRoutes } from './see-as.routes'
/** Name, path and attributes of cookies. */
export { cookiePolicy } from './session-cookie'
/** Opens a session for an authenticated user. */
export { createSignIn, type SignIn } from './sign-in'
/** Records failed sign-ins. */
export { createSignInFailures } from './sign-in-failures'
/** Creates and verifies access tokens. */
export { createTokens } from './tokens'
/** Rechecks viewers who were admitted earlier. */
export { type Holder, viewerNow, viewersNow } from './viewers-now'
