/** The first run: the administrator's account, then the first folder. */
export { setupQuery } from './setup.queries'
