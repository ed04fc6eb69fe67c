/** Enforces limits per person. */
export { requireRoom } from './require-room'
