/** Sign in, sign out, who am I. */
export { authRoutes } from './auth.routes'
/** Asks for the password again before an account is changed. */
export { createOwnerCheck } from './confirm-owner'
/** Who sent a request: what the gate asks. */
export { createIdentify } from './identify'
/** One for the process: sign-in and Basic authentication share its allowance of tries. */
export { createPasswordCheck } from './password-check'
/** The key that tokens are signed with: configured, or made and kept. */
export { loadSecrets, type Secrets } from './secrets'
/** Seeing the server as somebody else. */
export { seeAsRoutes } from './see-as.routes'
/** Where and how the cookies of the web app are set. */
export { cookiePolicy } from './session-cookie'
/** Lets somebody in who has proved who they are. */
export { createSignIn, type SignIn } from './sign-in'
/** Writes failed sign-ins down. */
export { createSignInFailures } from './sign-in-failures'
/** Makes and checks access tokens. */
export { createTokens } from './tokens'
/** Who may still come in by what they once came in by. */
export { type Holder, viewerNow, viewersNow } from './viewers-now'
