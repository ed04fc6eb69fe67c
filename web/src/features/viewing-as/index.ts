/** Viewing the app as another user: start, stop, and the bar. */

/** The bar's data, loaded before a page is rendered below it. */
export { loadViewingAsMessages } from './messages'
export { followViewingAs, startViewingAs, stopViewingAs } from './viewing-as'
export { ViewingAsBar } from './viewing-as-bar'
