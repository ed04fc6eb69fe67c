import type { TextSpan } from './text-fold.rules'

/** What keys do with the selected text: the next or previous word or sentence, which may be added to it or taken from it. */
export interface SelectStep {
  readonly to: 'first' | 'next' | 'previous'
  readonly unit: 'word' | 'sentence'
  readonly extend: boolean
}

/** How much text around the selection is looked at. */
const AROUND = 4000

/** The selection after a step; null where there is no further text. `from` and `to` is what is on the screen. */
export function stepped(
  text: string,
  now: TextSpan | null,
  step: SelectStep,
  from: number,
  to: number,
): TextSpan | null {
  const old = step.to === 'first' ? null : now
  const low = Math.max(0, (old?.start ?? from) - AROUND)
  const high = (old?.end ?? from) + AROUND
  const parts = (unit: SelectStep['unit']) =>
    [...new Intl.Segmenter(undefined, { granularity: unit }).segment(text.slice(low, high))]
      .filter(part => part.isWordLike ?? part.segment.trim() !== '')
      .map(({ index, segment }) => ({ start: low + index, end: low + index + segment.trimEnd().length }))
  const words = parts('word')
  const first = words.find(word => word.start >= from) ?? null
  if (!now || step.to === 'first') return first
  const units = step.unit === 'word' ? words : parts('sentence')
  if (step.extend) {
    const end =
      step.to === 'next'
        ? units.find(unit => unit.end > now.end)?.end
        : units.findLast(unit => unit.end < now.end && unit.end > now.start)?.end
    return end === undefined ? null : { start: now.start, end }
  }
  const unit =
    step.to === 'next' ? units.find(({ start }) => start > now.start) : units.findLast(({ start }) => start < now.start)
  if (!unit || unit.start < from || unit.start >= to) return null
  return step.unit === 'word' ? unit : (words.find(({ start }) => start >= unit.start) ?? null)
}
