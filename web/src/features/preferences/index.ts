/** Preferences that follow a person from browser to browser. */
export { followPerson } from './follow-person'
