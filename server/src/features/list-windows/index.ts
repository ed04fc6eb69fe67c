/** The rows from a known one on. */
export { fromAnchor } from './anchor'
/** What a condition asks for. */
export { asksFor } from './asks'
/** What is kept of a list: how many rows it has, and where some of them stand. */
export { type KeptList, keptList } from './kept'
/** Which rows of an order a page is read from. */
export { isDeep, pageByReading, pageOfParts, type Window, windowOf } from './window'
