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
