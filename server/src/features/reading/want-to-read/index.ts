/** What was read leaves the queue of those who chose so. */
export { type FinishedBook, leaveQueue } from './leave-queue'
/** The routes of the queue. */
export { wantToReadRoutes } from './want-to-read.routes'
