/** What happens on the server, as it happens: one stream for all tabs, folded into what is on the screen. */
export { followEvents, stopFollowing } from './live'
