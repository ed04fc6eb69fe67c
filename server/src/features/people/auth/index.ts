/** Sign in, sign out, who am I. */
export { authRoutes } from './auth.routes'
/** Asks for the password again before an account is changed. */
export { createOwnerCheck } from './confirm-owner'
/** Who sent a request: what the gate asks. */
export { createIdentify } from './identify'
/** One for the process: sign-in and Basic authentication share its allowance of tries. */
export { createPasswordCheck } from './password-check'
/** The key that signs tokens: configured, or generated and stored. */
export { loadSecrets, type Secrets } from './secrets'
/** Seeing the server as somebody else. */
export { seeAsRoutes } from './see-as.routes'
/** Where and how cookies are set. */
export { cookiePolicy } from './session-cookie'
/** Opens a session for somebody who has proved who they are. */
export { createSignIn, type SignIn } from './sign-in'
/** Records failed sign-ins. */
export { createSignInFailures } from './sign-in-failures'
/** Makes and checks access tokens. */
export { createTokens } from './tokens'
/** Rechecks viewers who were admitted earlier. */
export { type Holder, viewerNow, viewersNow } from './viewers-now'
