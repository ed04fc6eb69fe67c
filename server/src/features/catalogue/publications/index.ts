/** Ebooks that are being read. */

/** Parts of an ebook, for other protocols. */
export * as publicationParts from './for-protocols'
export { createOpenPublications, type OpenPublications } from './open-publications'
/** The routes of manifest, ticket and parts. */
export { publicationRoutes } from './publications.routes'
/** Accepts a ticket instead of a cookie from frames. */
export { withTickets } from './ticket-identity'
/** Makes and checks tickets. */
export { createTickets, type Tickets } from './tickets'
