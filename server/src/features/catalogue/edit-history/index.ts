/** What people have edited of books and series: whoever changes a field for a person adds it here. */
export { type Act, actOf, type Changes, deleteEdits, markReverted, recordHistory } from './history.store'
