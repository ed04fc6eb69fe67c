import { type SelectStep, stepped } from '../select-text.rules'
import type { ChapterText } from './text-place'

/** What keys have selected: anything else was selected by mouse or finger. */
let byKeys: Range | null = null

/** Selects by keys and returns the range; `from` and `to` are the positions of the visible text. */
export function selectByKeys(words: ChapterText, step: SelectStep, from: number, to: number): Range | null {
  const selection = getSelection()
  const now = selection?.rangeCount && !selection.isCollapsed ? words.spanOf(selection.getRangeAt(0)) : null
  const span = stepped(words.text, now, step, from, to)
  const range = span && words.rangeAt(span.start, span.end)
  if (!range) return null
  byKeys = range.cloneRange()
  selection?.removeAllRanges()
  selection?.addRange(range)
  return range
}

/** Whether a selection was made by keys, which then move it instead of turning pages. */
export function isByKeys(range: Range): boolean {
  const isSame = (edge: number) => byKeys !== null && range.compareBoundaryPoints(edge, byKeys) === 0
  return (
    byKeys?.startContainer.getRootNode() === range.startContainer.getRootNode() &&
    isSame(Range.START_TO_START) &&
    isSame(Range.END_TO_END)
  )
}
