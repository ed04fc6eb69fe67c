/** Seeing everything as somebody else: to begin, to end, and the bar that says so. */

/** What the bar says, fetched before a page is drawn below it. */
export { loadViewingAsMessages } from './messages'
export { followViewingAs, startViewingAs, stopViewingAs } from './viewing-as'
export { ViewingAsBar } from './viewing-as-bar'
