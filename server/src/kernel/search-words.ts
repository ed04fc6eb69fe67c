import { searchForm } from './text'

/** Scripts without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}ー]+/gu
const WORDS = /[\p{L}\p{N}]+/gu
const ASCII_WORDS = /[A-Za-z0-9]+/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const BEYOND_ASCII = /[^\x00-\x7f]/

/** A word of a query: a prefix, or a whole word. */
export interface SearchWord {
  readonly text: string
  /** Matches any word with this prefix. */
  readonly isPrefix: boolean
}

/**
 * The search words of a text, folded and without duplicates; for scripts without spaces each character and each pair of
 * neighbours, so that any part of such a text finds it.
 */
export function searchText(...texts: readonly (string | null | undefined)[]): string {
  const words = new Set<string>()
  for (const text of texts) {
    if (!text) continue
    for (const run of runsOf(searchForm(text.slice(0, MOST_TEXT)))) {
      if (!run.unspaced) words.add(run.text.slice(0, MOST_WORD))
      else for (const part of partsOf(run.text, true)) words.add(part)
    }
  }
  return [...words].slice(0, MOST_WORDS).join(' ')
}

/** Indexed characters of a text, and of one word; PostgreSQL limits a word to 2,046 bytes. */
const MOST_TEXT = 10_000
const MOST_WORD = 200
const MOST_WORDS = 2_000

/** The words of a query, all of which a text must have; empty without letters or digits. */
export function searchWords(typed: string, most: number): readonly SearchWord[] {
  const words = new Map<string, SearchWord>()
  for (const run of runsOf(searchForm(typed))) {
    if (!run.unspaced) words.set(run.text, { text: run.text.slice(0, MOST_WORD), isPrefix: true })
    else for (const text of partsOf(run.text, false)) words.set(text, { text, isPrefix: false })
    if (words.size >= most) break
  }
  return [...words.values()].slice(0, most)
}

/** A word, or a run of characters in a script without spaces. */
export interface Run {
  readonly text: string
  readonly unspaced: boolean
  /** Its offset in the folded text. */
  readonly at: number
}

/** The words of a folded text, in order. */
export function runsOf(folded: string): Run[] {
  const runs: Run[] = []
  const add = (text: string, at: number, unspaced: boolean) => {
    if (text !== '') runs.push({ text, unspaced, at })
  }
  if (!BEYOND_ASCII.test(folded)) {
    // Fast path for most texts; Unicode classes take five times as long.
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

/** Pairs of neighbours; single characters too if requested, or if there is only one. */
function partsOf(run: string, all: boolean): string[] {
  const characters = [...run]
  const pairs = characters.slice(1).map((character, index) => `${characters[index]}${character}`)
  return all || pairs.length === 0 ? [...characters, ...pairs] : pairs
}
