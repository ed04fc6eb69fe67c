import type { TextRangeDto } from '../../api/types'

const MARKS = /\p{M}+/gu
/** Without accents and capitals. */
export const fold = (text: string): string => text.normalize('NFKD').replace(MARKS, '').toLowerCase()

/**
 * Positions where words of a text begin with the query words, for local items (libraries, actions); null unless all
 * match. The server finds everything else.
 */
export function localMatch(text: string, typed: string): readonly TextRangeDto[] | null {
  const wanted = fold(typed).split(/\s+/).filter(Boolean)
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)]
  const ranges: TextRangeDto[] = []
  for (const each of wanted) {
    const word = words.find(({ 0: own }) => fold(own).startsWith(each))
    if (!word) return null
    ranges.push({ start: word.index, end: word.index + Math.min(each.length, word[0].length) })
  }
  return ranges
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((range, at, all) => at === 0 || range.start >= (all[at - 1]?.end ?? 0))
}
