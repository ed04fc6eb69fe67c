/** What was read leaves the queue of those who chose so. */
export { type FinishedBook, leaveQueue } from './leave-queue'
/** The viewer's queue, for other protocols. */
export { countQueue, queueOf } from './want-to-read.queries'
/** The routes of the queue. */
export { wantToReadRoutes } from './want-to-read.routes'
/** The queue, as its owner takes it along. */
export { WANT_TO_READ_PART } from './want-to-read-part'
