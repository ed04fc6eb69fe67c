export { groupsOf } from './groups'
export { valuesOfList } from './values'
