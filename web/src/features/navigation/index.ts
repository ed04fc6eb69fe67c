/** The frame around every page except the reader: navigation. */
export { AppFrame } from './app-frame'
