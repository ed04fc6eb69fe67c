/** Open ebooks. */

/** Parts of an ebook, for other protocols. */
export * as publicationParts from './for-protocols'
export { createOpenPublications, type OpenPublications } from './open-publications'
/** The routes of manifest, ticket and parts. */
export { publicationRoutes } from './publications.routes'
/** Accepts a ticket instead of a cookie in frames. */
export { withTickets } from './ticket-identity'
/** Creates and verifies tickets. */
export { createTickets, type Tickets } from './tickets'
