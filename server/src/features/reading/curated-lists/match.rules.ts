import { searchForm } from '../../../kernel/text'
import type { Candidate, Match, Named } from './wanted.types'

/** Possible names of a series, folded: as in the list, and with or without its year or volume at the end. */
export function seriesKeys({ series, volume, year }: Pick<Named, 'series' | 'volume' | 'year'>): readonly string[] {
  const key = wantedKey(series)
  const bare = key.replace(/\s*\(\d{4}\)$/, '')
  const behind = [volume, year].filter(each => each !== null).map(each => `${bare} (${each})`)
  return [...new Set([key, bare, ...behind])]
}

export const wantedKey = (series: string) => searchForm(series).replace(/\s+/g, ' ').trim()

const FRACTIONS: Readonly<Record<string, string>> = { '½': '.5', '¼': '.25', '¾': '.75' }

/** The number in the series; null if it is not a number, such as `Annual`. */
export function numberOf(text: string | null): number | null {
  const plain = (text ?? '')
    .trim()
    .replace(/^#/, '')
    .replace(/[½¼¾]$/, sign => FRACTIONS[sign] ?? '')
  return /^-?\d{0,7}(\.\d{1,4})?$/.test(plain) && /\d/.test(plain) ? Number(plain) : null
}

export interface Found extends Candidate {
  readonly seriesYear: number | null
  readonly volume: number | null
}

/** Rank of a candidate by volume and year: 1 for each match; negative if one contradicts. */
function fit({ volume, year }: Pick<Named, 'volume' | 'year'>, book: Found): number {
  const titled = /\((\d{4})\)$/.exec(book.seriesTitle)?.[1]
  const begun = book.seriesYear ?? (titled === undefined ? null : Number(titled))
  // A volume of four digits is the year in which the series began.
  const isYear = volume !== null && volume > 999
  const ofVolume = volume === null ? null : isYear ? same(volume, begun) : same(volume, book.volume)
  const ofYear = year === null ? null : same(year, book.year)
  if (ofVolume === false || ofYear === false) return -1
  return Number(ofVolume === true) + Number(ofYear === true)
}

const same = (one: number, other: number | null) => (other === null ? null : one === other)

/** The candidates of a list entry, and whether the match is unambiguous. */
export function matchOf(named: Named, found: readonly Found[]): Match {
  const fitting = found
    .map(book => ({ book, score: fit(named, book) }))
    .sort((a, b) => b.score - a.score || a.book.bookPk - b.book.bookPk)
  const [best, second] = fitting
  if (!best) return { state: 'missing', candidates: [] }
  const isClear = best.score >= 0 && (second === undefined || second.score < best.score)
  return { state: isClear ? 'matched' : 'ambiguous', candidates: fitting.slice(0, MOST).map(({ book }) => book) }
}

/** Maximum number of candidates per book. */
const MOST = 10
