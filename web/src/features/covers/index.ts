/** The button that opens a subject's covers. */
export { CoverButton } from './use-covers'
