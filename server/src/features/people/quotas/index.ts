/** Refuses one more of what a person has a limited number of. */
export { requireRoom } from './require-room'
