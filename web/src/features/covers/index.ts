/** The button that opens the covers of something. */
export { CoverButton } from './use-covers'
