/** A book as named in a list. */
export interface Named {
  readonly series: string
  readonly number: string | null
  readonly volume: number | null
  readonly year: number | null
  readonly section: string | null
}

/** The same as stored in an entry. */
export const namedBy = (row: {
  readonly wanted_series: string | null
  readonly wanted_number: string | null
  readonly wanted_volume: number | null
  readonly wanted_year: number | null
}): Named => ({
  series: row.wanted_series ?? '',
  number: row.wanted_number,
  volume: row.wanted_volume,
  year: row.wanted_year,
  section: null,
})

/** A list as stored in a file. */
export interface NamedList {
  readonly name: string
  readonly summary: string | null
  readonly entries: readonly Named[]
}

/** A candidate for a named book. */
export interface Candidate {
  readonly bookPk: number
  readonly bookId: string
  readonly title: string
  readonly seriesId: string
  readonly seriesTitle: string
  readonly seriesYear: number | null
  readonly libraryPk: number
  readonly libraryName: string
  readonly number: number | null
  readonly volume: number | null
  readonly year: number | null
  readonly addedAt: number
}

export type MatchState = 'matched' | 'ambiguous' | 'missing'

export interface Match {
  readonly state: MatchState
  /** Best first. */
  readonly candidates: readonly Candidate[]
  /** Candidates of an ambiguous match that fit equally well. */
  readonly ties: readonly Candidate[]
}
