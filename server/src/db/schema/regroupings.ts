import type { Generated } from 'kysely'
import { NAMES_USER, type TableEntries } from './table'

/** Merges, splits and moves of series and books by people. */
export interface RegroupingsTable {
  pk: Generated<number>
  id: string
  library_pk: number
  /** merge_series, split_series, move_books or merge_books. */
  action: string
  /** The series that received the books; null for merged books. */
  series_pk: number | null
  /** Of merged books: the remaining one. */
  book_pk: number | null
  /** Of a merge: the replaced rows. */
  from_series_pk: number | null
  from_book_pk: number | null
  /** running, done or undoing. */
  state: string
  /** JSON; see features/ingest/regrouping. */
  details: string
  /** Number of books moved or merged. */
  books: number
  user_pk: number | null
  user_name: string | null
  at: number
  undone_at: number | null
}

/** Rows changed by a regrouping, for undo. */
export interface RegroupedRowsTable {
  pk: Generated<number>
  regrouping_pk: number
  /** JSON; see `JournalRow` in db/lineage-journal. */
  said: string
}

export const REGROUPING_TABLES = {
  regroupings: {
    owner: 'features/ingest/regrouping',
    makesStale: 'nothing',
    seenWith: 'library',
    references: {
      user_pk: NAMES_USER,
      series_pk: { to: 'series', found: 'pass', merged: 'pass', moved: 'keep', gone: 'keep' },
      from_series_pk: { to: 'series', found: 'pass', merged: 'keep', moved: 'keep', gone: 'keep' },
      book_pk: { to: 'books', found: 'pass', merged: 'pass', gone: 'keep' },
      from_book_pk: { to: 'books', found: 'pass', merged: 'keep', gone: 'keep' },
    },
  },
  regrouped_rows: { owner: 'features/ingest/regrouping', makesStale: 'nothing', seenWith: 'nobody' },
} satisfies TableEntries
