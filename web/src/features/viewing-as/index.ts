/** Viewing the app as another user: start, stop, and the bar. */
export { followViewingAs, startViewingAs, stopViewingAs } from './viewing-as'
export { ViewingAsBar } from './viewing-as-bar'
