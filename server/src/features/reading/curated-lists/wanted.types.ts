/** A book as a list names it. */
export interface Named {
  readonly series: string
  readonly number: string | null
  readonly volume: number | null
  readonly year: number | null
  readonly section: string | null
}

/** A list as a file has it. */
export interface NamedList {
  readonly name: string
  readonly summary: string | null
  readonly entries: readonly Named[]
}

/** A book that may be the one that a list names. */
export interface Candidate {
  readonly bookPk: number
  readonly bookId: string
  readonly title: string
  readonly seriesId: string
  readonly seriesTitle: string
  readonly libraryName: string
  readonly number: number | null
  readonly year: number | null
}

export type MatchState = 'matched' | 'ambiguous' | 'missing'

export interface Match {
  readonly state: MatchState
  /** The best first. */
  readonly candidates: readonly Candidate[]
}
