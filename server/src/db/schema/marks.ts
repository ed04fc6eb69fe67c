import type { MarkColor, MarkKind } from '@octavo/contract/mark-limits'
import type { Generated } from 'kysely'
import { OF_USER, type TableEntries } from './table'

/** A bookmark, highlight or note. A deleted one stays as a bare id, so that a late delivery does not restore it. */
export interface MarksTable {
  pk: Generated<number>
  /** Created by the app; unique per user. */
  id: string
  user_pk: number
  book_pk: number
  kind: MarkKind
  color: MarkColor | null
  note: string | null
  quote: string | null
  /** 1-based; null in an ebook. */
  page: number | null
  /** JSON of a rectangle in fractions of the page. */
  region: string | null
  /** JSON array of them. */
  rects: string | null
  /** Readium locator as JSON, for EPUB. */
  locator: string | null
  /** Share of the book before it, 0 to 1. */
  progression: number
  /** Hashes of the book when the place was set; empty or null while unknown. */
  file_hash: string
  pages_hash: string | null
  /** Note and quote, folded. */
  search_text: string
  created_at: number
  /** By the device's clock. */
  updated_at: number
  deleted_at: number | null
}

export const MARK_TABLES = {
  marks: {
    owner: 'features/reading/marks',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER, book_pk: { to: 'books', found: 'pass', merged: 'pass', gone: 'drop' } },
  },
} satisfies TableEntries
