/** Removes finished items from the queue, if the user has chosen that. */
export { type FinishedBook, leaveQueue } from './leave-queue'
/** The viewer's queue, for other protocols. */
export { countQueue, queueOf } from './want-to-read.queries'
/** The routes of the queue. */
export { wantToReadRoutes } from './want-to-read.routes'
/** The queue, for exports of a user's data. */
export { WANT_TO_READ_PART } from './want-to-read-part'
