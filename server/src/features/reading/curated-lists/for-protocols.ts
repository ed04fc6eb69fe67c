export type { CuratedListRow } from './curated-list-row'
export { findList, listsHolding, visibleLists } from './curated-lists.queries'
export { COLLECTION, type Kind, READ_LIST } from './kind'
export { countsOf, membersInput } from './members'
