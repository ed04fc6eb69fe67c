import type { MarkColor } from '@octavo/contract/mark-limits'
import type { SelectStep } from '../select-text.rules'
import type { TextSpan } from '../text-fold.rules'
import type { FoundMark, FrameMark, Selected } from './protocol'
import { isByKeys, selectByKeys } from './select-by-keys'
import type { ChapterText } from './text-place'

/** The reader's marks in the chapter: drawn above its text, which is not modified. */
export interface Marks {
  set(marks: readonly FrameMark[]): readonly FoundMark[]
  /** Ids of marks that begin within a text range. */
  within(start: number, end: number): string[]
  /** The mark at a point of the screen. */
  at(x: number, y: number): string | null
  selected(): Selected | null
  /** Selects by keys; `from` and `to` are the visible text as shares of the chapter's. */
  select(step: SelectStep, from: number, to: number): void
}

/** Context around a quote that distinguishes it from equal ones. */
const AROUND = 100
/** Too long for a mark: it can still be copied. */
const LONGEST = 20_000

/** The words of highlights with a note. */
export const NOTED = 'octavo-noted'

export const markName = (color: MarkColor) => `octavo-mark-${color}`

export function createMarks(words: ChapterText): Marks {
  let spans: readonly (TextSpan & { readonly mark: FrameMark })[] = []
  const drawn = new Set<string>()

  function draw() {
    if (!('highlights' in CSS)) return
    for (const name of drawn) CSS.highlights.delete(name)
    drawn.clear()
    for (const { start, end, mark } of spans) {
      const range = mark.color && words.rangeAt(start, end)
      if (!mark.color || !range) continue
      for (const name of mark.noted ? [markName(mark.color), NOTED] : [markName(mark.color)]) {
        const highlight = CSS.highlights.get(name) ?? new Highlight()
        highlight.add(range)
        CSS.highlights.set(name, highlight)
        drawn.add(name)
      }
    }
  }

  return {
    set(marks) {
      spans = marks.flatMap(mark => {
        const span = spanOf(mark)
        return span ? [{ ...span, mark }] : []
      })
      draw()
      return spans.map(({ start, end, mark }) => ({ id: mark.id, ...quotedAt(words.text, { start, end }) }))
    },
    within: (from, to) => spans.filter(({ start }) => start >= from && start < to).map(({ mark }) => mark.id),
    at(x, y) {
      const isOn = ({ left, right, top, bottom }: DOMRect) => x >= left && x <= right && y >= top && y <= bottom
      const hit = spans.findLast(({ start, end, mark }) => {
        const range = mark.color && words.rangeAt(start, end)
        return range && [...range.getClientRects()].some(isOn)
      })
      return hit?.mark.id ?? null
    },
    select(step, from, to) {
      const { length } = words.text
      selectByKeys(words, step, Math.round(from * length), Math.round(to * length))
    },
    selected() {
      const selection = getSelection()
      if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
      const range = selection.getRangeAt(0)
      const span = words.spanOf(range)
      if (!span) return null
      const { left, top, width, height } = range.getBoundingClientRect()
      return { ...quotedAt(words.text, span), box: { left, top, width, height }, byKeys: isByKeys(range) }
    },
  }

  function spanOf(mark: FrameMark): TextSpan | null {
    if (mark.quote !== '') return words.findQuote(mark, mark.progression)
    const start = Math.min(words.text.length - 1, Math.floor(mark.progression * words.text.length))
    return start < 0 ? null : { start, end: start }
  }
}

function quotedAt(text: string, { start, end }: TextSpan) {
  const tidy = (part: string) => part.replace(/\s+/g, ' ')
  return {
    quote: tidy(text.slice(start, Math.min(end, start + LONGEST))),
    before: tidy(text.slice(Math.max(0, start - AROUND), start)),
    after: tidy(text.slice(end, end + AROUND)),
    progression: text.length > 0 ? start / text.length : 0,
  }
}
