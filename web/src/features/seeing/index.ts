/** Seeing everything as somebody else: to begin, to end, and the bar that says so. */

/** What the bar says, fetched before a page is drawn below it. */
export { loadSeeingMessages } from './messages'
export { beginSeeing, endSeeing, followSeeing } from './seeing'
export { SeenBar } from './seen-bar'
