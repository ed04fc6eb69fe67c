/** The first run: the admin's account, then the first folder. */
export { setupQuery } from './setup.queries'
