import { type Run, runsOf } from '../../../kernel/search-words'
import { searchForm } from '../../../kernel/text'
import type { QueryWords } from './text-search'

/** How a text matches a word: exactly, as a prefix of a longer one, or by a similar word. */
export type Found = 'whole' | 'beginning' | 'other'

export interface Marked {
  /** The words of the text, separated by spaces; without any, the folded text itself. */
  readonly phrase: string
  /** For each query word; null if the text does not match it. */
  readonly found: readonly (Found | null)[]
  /** Ranges of the matches in the original text, in UTF-16 units, sorted and disjoint. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[]
}

interface Place {
  readonly from: number
  readonly to: number
}

/**
 * Which query words a text contains. Fast path without positions, which most candidates of a search need: they are
 * folded whole.
 */
export function findWords(text: string, words: QueryWords): Omit<Marked, 'ranges'> {
  return inFolded(searchForm(text), words).marked
}

function inFolded(folded: string, words: QueryWords) {
  const runs = runsOf(folded)
  return { runs, marked: { phrase: phraseOf(folded, runs), found: words.map(word => foundIn(runs, word)) } }
}

function foundIn(runs: readonly Run[], word: QueryWords[number]): Found | null {
  let best: Found | null = null
  for (const run of runs) {
    const how = howIn(run, word)
    if (how === 'whole') return how
    best ??= how
  }
  return best
}

/** The same, with positions. */
export function markWords(text: string, words: QueryWords): Marked {
  const letters = lettersOf(text)
  const { runs, marked } = inFolded(letters.folded, words)
  const places = words.flatMap(word => runs.flatMap(run => placesIn(run, word)))
  const ranges = places.map(({ from, to }) => ({
    start: letters.starts?.[from] ?? from,
    end: letters.ends?.[to - 1] ?? to,
  }))
  return { ...marked, ranges: apart(ranges) }
}

function phraseOf(folded: string, runs: readonly Run[]): string {
  return runs.length === 0 ? folded.trim() : runs.map(run => run.text).join(' ')
}

/** How a run matches a word; in a script without spaces, anywhere in it. */
function howIn(run: Run, { text, isPrefix, others }: QueryWords[number]): Found | null {
  if (run.unspaced) return !isPrefix && run.text.includes(text) ? 'whole' : null
  if (run.text === text) return 'whole'
  if (isPrefix && run.text.startsWith(text)) return 'beginning'
  return others.includes(run.text) ? 'other' : null
}

function placesIn(run: Run, word: QueryWords[number]): Place[] {
  const { text } = word
  const how = howIn(run, word)
  const at = (index: number, length: number): Place => ({ from: run.at + index, to: run.at + index + length })
  if (how === null) return []
  if (run.unspaced) {
    const places: Place[] = []
    for (let index = run.text.indexOf(text); index >= 0; index = run.text.indexOf(text, index + 1)) {
      places.push(at(index, text.length))
    }
    return places
  }
  const within = how === 'other' ? run.text.indexOf(text) : 0
  return [within >= 0 ? at(within, text.length) : at(0, run.text.length)]
}

/** A text without case and accents, and the source position of each character; null if positions are equal. */
interface Letters {
  readonly folded: string
  readonly starts: readonly number[] | null
  readonly ends: readonly number[] | null
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const ASCII = /^[\x00-\x7f]*$/
/** User-perceived characters: a letter with its marks, a syllable with its parts. */
const CHARACTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function lettersOf(text: string): Letters {
  if (ASCII.test(text)) return { folded: text.toLowerCase(), starts: null, ends: null }
  let folded = ''
  const starts: number[] = []
  const ends: number[] = []
  for (const { segment, index } of CHARACTERS.segment(text)) {
    const part = searchForm(segment)
    folded += part
    for (let unit = 0; unit < part.length; unit++) {
      starts.push(index)
      ends.push(index + segment.length)
    }
  }
  return { folded, starts, ends }
}

type Range = Marked['ranges'][number]

/** Sorted ranges with adjacent ones merged. */
function apart(ranges: readonly Range[]): Range[] {
  const result: { start: number; end: number }[] = []
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = result.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else result.push({ start, end })
  }
  return result
}
