/** Errors below the prefix, in Spring's format. */

/** Komga's API, for apps made for that server. */
export { type KomgaDeps, komgaRoutes } from './komga.routes'
export { KOMGA_FORM } from './komga-errors'
/** Paths where its routes are bound, and how requests below the configured prefix find them. */
export { KOMGA_MOUNT, komgaPath } from './mount'
/** Cookies of Komga's apps. */
export { continueKomga, giveKomgaSessions, leaveKomga, withKomgaSession } from './session'
