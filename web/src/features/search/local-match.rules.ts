import type { TextRangeDto } from '../../api/types'

const MARKS = /\p{M}+/gu
const fold = (text: string) => text.normalize('NFKD').replace(MARKS, '').toLowerCase()

/**
 * The places at which words of a text begin with what was typed, for what the browser knows itself (libraries,
 * actions); null when a word that was typed is not there. The server finds all else.
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
