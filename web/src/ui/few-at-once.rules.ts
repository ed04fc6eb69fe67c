import type { Range } from './window-paging.rules'

/**
 * What is drawn next of a list that is on its way from what is drawn to what is wanted: all that is seen at once, of
 * the rest `few` more at either end, and `few` that are not wanted any more less. A row that comes near is not drawn
 * in the one frame in which it does.
 */
export function fewAtOnce(drawn: Range | null, wanted: Range, seen: Range, few: number): Range {
  // Nothing of it is left to go on with: a jump.
  if (!drawn || drawn.last < seen.first || drawn.first > seen.last) return seen
  const first = towards(drawn.first, wanted.first, few)
  const last = towards(drawn.last, wanted.last, few)
  return { first: Math.min(first, seen.first), last: Math.max(last, seen.last) }
}

const towards = (from: number, to: number, few: number): number =>
  from < to ? Math.min(to, from + few) : Math.max(to, from - few)
