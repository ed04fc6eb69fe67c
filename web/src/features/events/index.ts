/** Live changes from the server: one stream for all tabs, applied to the query cache. */
export { followEvents, stopFollowing } from './live'
