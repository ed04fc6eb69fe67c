/** The routes of streams and tickets. */
export { eventRoutes } from './events.routes'
/** Removes old events and tickets. */
export { pruneEvents } from './prune-events'
/** The open streams of this process. */
export { createStreams, type StreamCounts, type Streams, streamCounts } from './streams'
/** Lets tickets in where streams are opened. */
export { withEventTickets } from './ticket-identity'
