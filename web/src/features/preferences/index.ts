/** What a person prefers follows them from browser to browser. */
export { followPerson } from './follow-person'
