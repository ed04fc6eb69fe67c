/** The signed-in user and their permissions. */
export { paySignOut, sessionQuery, signOut, useMay, useSession } from './session.queries'
