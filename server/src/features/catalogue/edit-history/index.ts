/** The edit history of books and series: every change of a field by a person is recorded here. */
export { type Act, actOf, type Changes, deleteEdits, markReverted, recordHistory } from './history.store'
