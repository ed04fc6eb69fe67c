import { type Run, runsOf } from '../../kernel/search-words'
import { fold } from '../../kernel/text'
import type { WordsAsked } from './text-search'

/** How a text has a word: as it is, as the beginning of a longer one, or only another word in its place. */
export type Found = 'whole' | 'beginning' | 'other'

export interface Marked {
  /** The words of the text with a space between; of one without any, the text itself, folded. */
  readonly phrase: string
  /** For each word that was asked for; null for one that the text lacks. */
  readonly found: readonly (Found | null)[]
  /** The places of what was found in the text itself, in UTF-16 units, in order and apart from each other. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[]
}

interface Place {
  readonly how: Found
  readonly from: number
  readonly to: number
}

/** Where a text has the words that somebody looks for. */
export function markWords(text: string, words: WordsAsked): Marked {
  const letters = lettersOf(text)
  const runs = runsOf(letters.folded)
  const places: Place[] = []
  const found = words.map(word => {
    const own = runs.flatMap(run => placesIn(run, word))
    places.push(...own)
    return own.some(({ how }) => how === 'whole') ? 'whole' : (own[0]?.how ?? null)
  })
  const ranges = places.map(({ from, to }) => ({
    start: letters.starts?.[from] ?? from,
    end: letters.ends?.[to - 1] ?? to,
  }))
  return { phrase: phraseOf(letters.folded, runs), found, ranges: apart(ranges) }
}

function phraseOf(folded: string, runs: readonly Run[]): string {
  return runs.length === 0 ? folded.trim() : runs.map(run => run.text).join(' ')
}

function placesIn(run: Run, { text, isPrefix, others }: WordsAsked[number]): Place[] {
  const at = (index: number, length: number, how: Found): Place => {
    return { how, from: run.at + index, to: run.at + index + length }
  }
  if (run.unspaced) {
    const places: Place[] = []
    if (isPrefix) return places
    for (let index = run.text.indexOf(text); index >= 0; index = run.text.indexOf(text, index + 1)) {
      places.push(at(index, text.length, 'whole'))
    }
    return places
  }
  if (run.text === text) return [at(0, text.length, 'whole')]
  if (isPrefix && run.text.startsWith(text)) return [at(0, text.length, 'beginning')]
  if (!others.includes(run.text)) return []
  const within = run.text.indexOf(text)
  return [within >= 0 ? at(within, text.length, 'other') : at(0, run.text.length, 'other')]
}

/** A text without case and accents, and for each of its characters where it comes from; null for the same place. */
interface Letters {
  readonly folded: string
  readonly starts: readonly number[] | null
  readonly ends: readonly number[] | null
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const ASCII = /^[\x00-\x7f]*$/
/** What a reader takes for one character: a letter with its marks, a syllable with its parts. */
const CHARACTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function lettersOf(text: string): Letters {
  if (ASCII.test(text)) return { folded: text.toLowerCase(), starts: null, ends: null }
  let folded = ''
  const starts: number[] = []
  const ends: number[] = []
  for (const { segment, index } of CHARACTERS.segment(text)) {
    const part = fold(segment)
    folded += part
    for (let unit = 0; unit < part.length; unit++) {
      starts.push(index)
      ends.push(index + segment.length)
    }
  }
  return { folded, starts, ends }
}

type Range = Marked['ranges'][number]

/** Ranges in order, those that touch made one. */
function apart(ranges: readonly Range[]): Range[] {
  const result: { start: number; end: number }[] = []
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = result.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else result.push({ start, end })
  }
  return result
}
