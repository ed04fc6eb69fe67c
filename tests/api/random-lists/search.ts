// Search semantics, reimplemented without an index.

import { stemOf } from './fill'
import { liveBooks, type PlainBook, type PlainSeries, plainly, searched } from './plain'

const PARTS = /[^\p{L}\p{N}]+/u
const SPACED = /^[a-z0-9]+$/

const wordsOf = (text: string) => searched(text).split(PARTS).filter(Boolean)

const ofSeries = ({ title, titleSort, path }: PlainSeries) => [title, titleSort ?? '', path]

export const textsOfSeries = (series: PlainSeries) => (liveBooks(series).length > 0 ? ofSeries(series) : [])

export const textsOfBook = ({ title, titleSort, file, series, number, volume, chapter }: PlainBook) => [
  title,
  titleSort ?? '',
  stemOf(file),
  ...ofSeries(series),
  ...[number, volume, chapter].map(each => `${each ?? ''}`),
]

/** Punctuation alone is not a word. */
export const hasWords = (typed: string) => wordsOf(typed).length > 0

/** All words of it: each the beginning of a word, or part of a text that has no spaces. Signs alone are part of a title. */
export function isFound(typed: string, title: string, texts: readonly string[]): boolean {
  const words = wordsOf(typed)
  if (words.length === 0) return searched(title).includes(searched(typed))
  return words.every(word =>
    texts.some(text =>
      SPACED.test(word) ? wordsOf(text).some(own => own.startsWith(word)) : searched(text).includes(word),
    ),
  )
}

/** 0 for the title itself, 1 for its beginning, else 2. */
export function rankOf(typed: string, title: string): number {
  const [wanted, own] = [typed, title].map(text => plainly(text).replace(/\s+/g, ' ').trim()) as [string, string]
  return own === wanted ? 0 : own.startsWith(wanted) ? 1 : 2
}
