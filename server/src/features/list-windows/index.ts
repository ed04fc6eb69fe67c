/** Which rows of an order a page is read from. */
export { isDeep, pageOfParts, type Window, windowOf } from './window'
