/** The routes of streams and tickets; a stream in the form of another protocol. */
export { eventRoutes, streamAnswer } from './events.routes'
/** Removes old events and tickets. */
export { pruneEvents } from './prune-events'
/** How another protocol writes events. */
export type { EventForm } from './stream-kinds'
/** The open streams of this process. */
export { createStreams, type StreamCounts, type Streams, streamCounts } from './streams'
/** Accepts tickets where streams are opened. */
export { withEventTickets } from './ticket-identity'
