import type { Generated } from 'kysely'

/** A title that a series has beside its own, as in another language or script. */
export interface AlternateTitlesTable {
  pk: Generated<number>
  id: string
  series_pk: number
  /** What it is: `Japanese`, `Romaji`. */
  label: string
  title: string
  created_at: number
  updated_at: number
}

/** Of a book or of a series: one of the keys is set. One link for each source. */
export interface ExternalLinksTable {
  pk: Generated<number>
  id: string
  book_pk: number | null
  series_pk: number | null
  /** Lower case. */
  source_name: string
  /** Empty for one that the file names and a person has taken away. */
  url: string
  external_id: string | null
  created_at: number
  updated_at: number
}

/** A cover that a person gave a book or a series: one of the keys is set. */
export interface ChosenCoversTable {
  pk: Generated<number>
  id: string
  book_pk: number | null
  series_pk: number | null
  source: string
  /** Names its image in the store. */
  version: string
  thumb_hash: string | null
  width: number | null
  height: number | null
  /** 1 for the one that is shown. */
  selected: Generated<number>
  created_at: number
  updated_at: number
}
