import { searchForm } from '../../../kernel/text'
import type { Candidate, Match, Named } from './wanted.types'

/** Possible names of a series, folded: as in the list, and with or without its year or volume at the end. */
export function seriesKeys({ series, volume, year }: Pick<Named, 'series' | 'volume' | 'year'>): readonly string[] {
  const key = wantedKey(series)
  const bare = key.replace(/\s*\(\d{4}\)$/, '')
  const behind = [volume, year].filter(each => each !== null).map(each => `${bare} (${each})`)
  return [...new Set([key, bare, ...behind])]
}

/** A folded name without four signs in brackets at its end; `booksNamed` finds series by the same in SQL. */
export const bareKey = (key: string) => key.replace(/ *\(.{4}\)$/u, '')

/**
 * Of the series with the same bare name: those with a name of `seriesKeys`, else those whose title ends with a year that the
 * entry does not contradict.
 */
export function ofNamedSeries<Found extends { readonly key: string }>(named: Named, found: readonly Found[]): Found[] {
  const keys = seriesKeys(named)
  const exact = found.filter(({ key }) => keys.includes(key))
  const { volume, year } = named
  // A year in the name or as its volume says which series it is.
  if (exact.length > 0 || /\(\d{4}\)$/.test(wantedKey(named.series)) || isBegun(volume)) return exact
  return found.filter(({ key }) => {
    const begun = /\((\d{4})\)$/.exec(key)?.[1]
    return begun !== undefined && (year === null || Number(begun) <= year)
  })
}

/** A volume of four digits is the year in which the series began. */
const isBegun = (volume: number | null) => volume !== null && volume > 999

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

/** Rank of a candidate by volume and year: 1 for each match; negative if one contradicts. */
function fit({ volume, year }: Pick<Named, 'volume' | 'year'>, book: Candidate): number {
  const titled = /\((\d{4})\)$/.exec(book.seriesTitle)?.[1]
  const begun = book.seriesYear ?? (titled === undefined ? null : Number(titled))
  const ofVolume = volume === null ? null : isBegun(volume) ? same(volume, begun) : same(volume, book.volume)
  const ofYear = year === null ? null : same(year, book.year)
  if (ofVolume === false || ofYear === false) return -1
  return Number(ofVolume === true) + Number(ofYear === true)
}

const same = (one: number, other: number | null) => (other === null ? null : one === other)

/** The candidates of a list entry, and whether the match is unambiguous. */
export function matchOf(named: Named, found: readonly Candidate[]): Match {
  const fitting = found
    .map(book => ({ book, score: fit(named, book) }))
    .sort((a, b) => b.score - a.score || a.book.bookPk - b.book.bookPk)
  const [best, second] = fitting
  if (!best) return { state: 'missing', candidates: [], ties: [] }
  const isClear = best.score >= 0 && (second === undefined || second.score < best.score)
  const candidates = fitting.slice(0, MOST).map(({ book }) => book)
  if (isClear) return { state: 'matched', candidates, ties: [] }
  const ties = best.score < 0 ? [] : fitting.filter(({ score }) => score === best.score).map(({ book }) => book)
  return { state: 'ambiguous', candidates, ties }
}

/** Matches a whole list: the neighbours of an entry, or the usual library, decide between equal candidates. */
export function settled(entries: readonly Named[], matches: readonly Match[]): readonly Match[] {
  const before = nearestSeries(entries, matches)
  const after = nearestSeries(entries.toReversed(), matches.toReversed()).toReversed()
  const taken = new Set(
    matches.flatMap(({ state, candidates }) => (state === 'matched' ? (candidates[0]?.bookPk ?? []) : [])),
  )
  const inLibrary = new Map<number, number>()
  for (const { state, candidates } of matches) {
    const library = candidates[0]?.libraryPk
    if (state === 'matched' && library !== undefined) inLibrary.set(library, (inLibrary.get(library) ?? 0) + 1)
  }
  return matches.map((match, at) => {
    const around = before[at] ?? after[at]
    const isAgreed = (after[at] ?? around) === around
    const sameSeries = isAgreed
      ? match.ties.filter(({ seriesId, bookPk }) => seriesId === around && !taken.has(bookPk))
      : []
    const best = sameSeries.length === 1 ? sameSeries[0] : usualCopy(match.ties, inLibrary)
    if (!best) return match
    const others = match.candidates.filter(({ bookPk }) => bookPk !== best.bookPk)
    return { state: 'matched', candidates: [best, ...others].slice(0, MOST), ties: [] }
  })
}

/** For each entry: the series of the last unambiguous match before it with the same name. */
function nearestSeries(entries: readonly Named[], matches: readonly Match[]): readonly (string | undefined)[] {
  const known = new Map<string, string>()
  return entries.map(({ series }, at) => {
    const key = wantedKey(series)
    const nearest = known.get(key)
    const match = matches[at]
    if (match?.state === 'matched' && match.candidates[0]) known.set(key, match.candidates[0].seriesId)
    return nearest
  })
}

/** Of the same book in several libraries: the copy in the library with most of the list, or else in the first one. */
function usualCopy(ties: readonly Candidate[], inLibrary: ReadonlyMap<number, number>): Candidate | undefined {
  const [first] = ties
  if (!first || new Set(ties.map(({ libraryPk }) => libraryPk)).size < ties.length) return undefined
  const isCopy = (book: Candidate) =>
    wantedKey(book.seriesTitle) === wantedKey(first.seriesTitle) &&
    book.seriesYear === first.seriesYear &&
    book.number === first.number &&
    book.volume === first.volume &&
    book.year === first.year
  if (!ties.every(isCopy)) return undefined
  const count = ({ libraryPk }: Candidate) => inLibrary.get(libraryPk) ?? 0
  return ties.toSorted((a, b) => count(b) - count(a) || a.libraryPk - b.libraryPk)[0]
}

/** Maximum number of candidates per book. */
const MOST = 10
