/**
 * Whether others are selected: a click selects instead of opening. Their list says so, because as a fact of each item it
 * would render all of them with the first selected one.
 */
export const isChoosing = (item: Element) => item.closest('[data-choosing="true"]') !== null
