import type { Generated } from 'kysely'
import type { TableEntries } from './table'

/** Covers that people have added to books, series, libraries and names: one of the four keys is set. */
export interface CoversTable {
  pk: Generated<number>
  id: string
  book_pk: number | null
  series_pk: number | null
  library_pk: number | null
  facet_pk: Generated<number | null>
  /** custom, url, generated, page:N, book:ID or book:ID:page:N. */
  source: string
  /** SHA-256 of the original picture. */
  content_hash: string
  /** Identifies the stored picture, together with the id. */
  master: string
  /** Version of its thumbnail. The cover is the selected one if its subject has the same version. */
  version: string
  thumb_hash: string | null
  /** Of the whole picture, in pixels. */
  width: number
  height: number
  /** JSON of the crop, in fractions of width and height; null for all of it. */
  crop: string | null
  created_at: number
  updated_at: number
}

export const COVER_TABLES = {
  covers: {
    owner: 'features/catalogue/chosen-covers',
    makesStale: 'catalogue',
    seenWith: 'book',
    references: {
      book_pk: { to: 'books', found: 'pass', merged: 'pass', gone: 'drop' },
      series_pk: { to: 'series', found: 'pass', merged: 'pass', moved: 'keep', gone: 'drop' },
    },
  },
} satisfies TableEntries
