export { groupsOf } from './groups'
export { libraryTotal } from './totals'
export { valuesOfList } from './values'
