/** Seeing everything as somebody else: to begin, to end, and the bar that says so. */
export { beginSeeing, endSeeing, followSeeing } from './seeing'
export { SeenBar } from './seen-bar'
