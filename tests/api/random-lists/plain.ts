// Books and series as plain objects, without a database.
import type { PlainValue } from './plain-columns'
import type { Rated } from './rated'

export interface PlainSeries {
  readonly pk: number
  readonly id: string
  readonly library: string
  readonly title: string
  readonly titleSort: string | null
  readonly path: string
  readonly summary: string | null
  readonly publisher: string | null
  /** By field; see plain-columns. */
  readonly values: Readonly<Record<string, PlainValue>>
  readonly total: number | null
  readonly added: number
  readonly updated: number
  readonly age: number | null
  readonly sharing: readonly string[]
  readonly rated: Rated
  readonly books: PlainBook[]
}

export interface PlainBook {
  readonly pk: number
  readonly id: string
  readonly series: PlainSeries
  title: string
  titleSort: string | null
  readonly file: string
  readonly path: string
  readonly summary: string | null
  readonly format: string
  readonly size: number
  readonly pages: number
  readonly number: number | null
  readonly volume: number | null
  readonly chapter: number | null
  readonly released: number | null
  /** By field; see plain-columns. */
  readonly values: Readonly<Record<string, PlainValue>>
  readonly added: number
  readonly hasError: boolean
  readonly isDeleted: boolean
  readonly publishers: readonly string[]
  readonly imprints: readonly string[]
  readonly year: number | null
  readonly type: string | null
  /** Volumes of its series by its file. */
  readonly count: number | null
  readonly genres: readonly string[]
  readonly tags: readonly string[]
  readonly authors: readonly string[]
  readonly languages: readonly string[]
  readonly characters: readonly string[]
  readonly teams: readonly string[]
  readonly locations: readonly string[]
  readonly storyArcs: readonly string[]
  readonly rated: Rated
  /** By reader. */
  readonly places: Map<string, { readonly at: number; readonly completed: boolean }>
}

export interface Plain {
  readonly libraries: readonly { readonly pk: number; readonly id: string }[]
  readonly series: readonly PlainSeries[]
  readonly books: readonly PlainBook[]
}

export const READERS = ['ada', 'ben'] as const

const MARKS = /\p{M}+/gu

/** Removes case and accents by means of the language. */
export const plainly = (text: string) => text.normalize('NFKD').replace(MARKS, '').toLowerCase().normalize('NFKC')

const SPELLINGS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i' },
}

/** As texts are searched and filtered, but not sorted: letters such as ø have their usual spelling, too. */
export const searched = (text: string) => plainly(text).replace(/[ßæœøłđðħı]/g, letter => SPELLINGS[letter] ?? letter)

export const liveBooks = (series: PlainSeries) => series.books.filter(book => !book.isDeleted)

type NamesKind =
  | 'publishers'
  | 'imprints'
  | 'genres'
  | 'tags'
  | 'authors'
  | 'languages'
  | 'characters'
  | 'teams'
  | 'locations'
  | 'storyArcs'

/** A series has the names of its books. */
export const namesOf = (series: PlainSeries, kind: NamesKind) => liveBooks(series).flatMap(book => book[kind])

/** A publisher may also be the series' own, from its folder. */
export const publishersOf = (series: PlainSeries) => [
  ...(series.publisher === null ? [] : [series.publisher]),
  ...namesOf(series, 'publishers'),
]

/** Progress in a series. */
export function readingOf(series: PlainSeries, reader: string) {
  const live = liveBooks(series)
  const places = live.flatMap(book => book.places.get(reader) ?? [])
  return {
    opened: places.length,
    isRead: live.length > 0 && places.filter(place => place.completed).length === live.length,
    last: places.length === 0 ? null : Math.max(...places.map(({ at }) => at)),
  }
}
