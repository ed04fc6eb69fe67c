/** The condition that a query of the catalogue joins. */
/** Its name in the key of a kept statement. */
export { visibilityKey, visible } from './visible'
