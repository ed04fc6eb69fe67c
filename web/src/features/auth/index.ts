/** The signed-in user and their permissions. */
export { safePlace } from './next-place.rules'
export { paySignOut, sessionQuery, signOut, useMay, useSession } from './session.queries'
