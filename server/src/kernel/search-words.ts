import { fold } from './text'

/** Scripts that are written without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}ー]+/gu
const WORDS = /[\p{L}\p{N}]+/gu
const ASCII_WORDS = /[A-Za-z0-9]+/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const BEYOND_ASCII = /[^\x00-\x7f]/

/** A word as it is looked for: the beginning of a word, or the whole of it. */
export interface SearchWord {
  readonly text: string
  /** Any word that begins so will do. */
  readonly isPrefix: boolean
}

/**
 * The words by which a text is found, each once: folded; of scripts without spaces each character and each pair of
 * neighbours, so that any part of such a text finds it.
 */
export function searchText(...texts: readonly (string | null | undefined)[]): string {
  const words = new Set<string>()
  for (const text of texts) {
    if (!text) continue
    for (const run of runsOf(fold(text.slice(0, MOST_TEXT)))) {
      if (!run.unspaced) words.add(run.text.slice(0, MOST_WORD))
      else for (const part of partsOf(run.text, true)) words.add(part)
    }
  }
  return [...words].slice(0, MOST_WORDS).join(' ')
}

/** Characters of a text whose words are indexed, and of one word; PostgreSQL takes no word of more than 2,046 bytes. */
const MOST_TEXT = 10_000
const MOST_WORD = 200
const MOST_WORDS = 2_000

/** What somebody typed, as words that a text must have all of; none when nothing of it is a letter or a digit. */
export function searchWords(typed: string, most: number): readonly SearchWord[] {
  const words = new Map<string, SearchWord>()
  for (const run of runsOf(fold(typed))) {
    if (!run.unspaced) words.set(run.text, { text: run.text.slice(0, MOST_WORD), isPrefix: true })
    else for (const text of partsOf(run.text, false)) words.set(text, { text, isPrefix: false })
    if (words.size >= most) break
  }
  return [...words.values()].slice(0, most)
}

/** A word, or a run of characters of a script without spaces. */
export interface Run {
  readonly text: string
  readonly unspaced: boolean
  /** Where it begins in the folded text. */
  readonly at: number
}

/** The words of a folded text, one after the other. */
export function runsOf(folded: string): Run[] {
  const runs: Run[] = []
  const add = (text: string, at: number, unspaced: boolean) => {
    if (text !== '') runs.push({ text, unspaced, at })
  }
  if (!BEYOND_ASCII.test(folded)) {
    // Most texts; classes of Unicode take five times as long.
    for (let found = ASCII_WORDS.exec(folded); found; found = ASCII_WORDS.exec(folded))
      add(found[0], found.index, false)
    return runs
  }
  for (const { 0: word, index } of folded.matchAll(WORDS)) {
    let from = 0
    for (const match of word.matchAll(UNSPACED)) {
      add(word.slice(from, match.index), index + from, false)
      add(match[0], index + match.index, true)
      from = match.index + match[0].length
    }
    add(word.slice(from), index + from, false)
  }
  return runs
}

/** Pairs of neighbours; single characters too when all are wanted, or when there is but one. */
function partsOf(run: string, all: boolean): string[] {
  const characters = [...run]
  const pairs = characters.slice(1).map((character, index) => `${characters[index]}${character}`)
  return all || pairs.length === 0 ? [...characters, ...pairs] : pairs
}
