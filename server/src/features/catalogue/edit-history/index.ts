/** What people have edited of books and series: every change of a field by a person is added here. */
export { type Act, actOf, type Changes, deleteEdits, markReverted, recordHistory } from './history.store'
