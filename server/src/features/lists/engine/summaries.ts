export { selectGroups } from './groups'
export { wholeList } from './rows'
export { libraryTotal } from './totals'
export { cachedValues, selectValues } from './values'
