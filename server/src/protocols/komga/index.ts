/** Errors below the prefix, as Spring writes them. */

/** The API of Komga, for apps made for that server. */
export { type KomgaDeps, komgaRoutes } from './komga.routes'
export { KOMGA_FORM } from './komga-errors'
/** Where its routes are bound, and how requests find them below the prefix that is set. */
export { KOMGA_MOUNT, komgaPath } from './mount'
/** Cookies of Komga's apps. */
export { giveKomgaSessions, leaveKomga, withKomgaSession } from './session'
