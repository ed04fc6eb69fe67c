/** The frame around every page but the reader: the ways to everywhere. */
export { AppFrame } from './app-frame'
