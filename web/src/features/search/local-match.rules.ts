import { foldForSearch } from '@octavo/contract/fold'
import type { TextRangeDto } from '../../api/types'

/**
 * Positions where words of a text begin with the query words, for local items (libraries, actions); null unless all
 * match. The server finds everything else.
 */
export function localMatch(text: string, typed: string): readonly TextRangeDto[] | null {
  const wanted = foldForSearch(typed).split(/\s+/).filter(Boolean)
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)]
  const ranges: TextRangeDto[] = []
  for (const each of wanted) {
    const word = words.find(({ 0: own }) => foldForSearch(own).startsWith(each))
    if (!word) return null
    ranges.push({ start: word.index, end: word.index + lengthOf(word[0], each.length) })
  }
  return ranges
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((range, at, all) => at === 0 || range.start >= (all[at - 1]?.end ?? 0))
}

/** Length of the beginning of a word that has so many letters when it is folded: ß has two. */
function lengthOf(word: string, folded: number): number {
  let length = 0
  for (const letter of word) {
    if (foldForSearch(word.slice(0, length)).length >= folded) break
    length += letter.length
  }
  return length
}
