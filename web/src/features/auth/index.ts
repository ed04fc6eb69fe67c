/** Who is signed in, and what they may do. */
export { safePlace } from './next-place.rules'
export { hintSignedIn, sessionQuery, signOut, useMay, useSession, wasSignedIn } from './session.queries'
