import type { Range } from './window-paging.rules'

/**
 * The next step from the rendered range to the wanted one: all visible items, at most `few` more of the rest at either
 * end, and `few` unwanted ones less. So rows that come near are not all rendered in one frame.
 */
export function fewAtOnce(drawn: Range | null, wanted: Range, seen: Range, few: number): Range {
  // No overlap: a jump.
  if (!drawn || drawn.last < seen.first || drawn.first > seen.last) return seen
  const first = towards(drawn.first, wanted.first, few)
  const last = towards(drawn.last, wanted.last, few)
  return { first: Math.min(first, seen.first), last: Math.max(last, seen.last) }
}

const towards = (from: number, to: number, few: number): number =>
  from < to ? Math.min(to, from + few) : Math.max(to, from - few)
