/** Who is signed in, and what they may do. */
export { safePlace } from './next-place.rules'
export { sessionQuery, signOut, useMay, useSession } from './session.queries'
