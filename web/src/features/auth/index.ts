/** The signed-in user and their permissions. */
export { safePlace } from './next-place.rules'
export { hintSignedIn, paySignOut, sessionQuery, signOut, useMay, useSession, wasSignedIn } from './session.queries'
