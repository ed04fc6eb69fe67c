import type { Generated } from 'kysely'
import { NAMES_USER, OF_USER, type TableEntries } from './table'

/** An alternative title of a series, as in another language or script. */
export interface AlternateTitlesTable {
  pk: Generated<number>
  id: string
  series_pk: number
  /** Its kind: `Japanese`, `Romaji`. */
  label: string
  title: string
  created_at: number
  updated_at: number
}

/** One edit of one book or series. */
export interface MetadataEditsTable {
  pk: Generated<number>
  id: string
  /** Shared by the edits of one request or task. */
  act_id: string
  /** One of the keys is set. */
  book_pk: number | null
  series_pk: number | null
  user_pk: number | null
  /** At that time. */
  user_name: string | null
  /** edit, bulk, reset or revert. */
  origin: string
  /** JSON: values before and after by field, and the locks set and removed. */
  changes: string
  at: number
  reverted_at: number | null
}

/** One bulk edit of books or series, by ids or by a condition. */
export interface BulkEditsTable {
  pk: Generated<number>
  id: string
  user_pk: number
  /** book or series. */
  kind: string
  /** JSON, as the contract has it. */
  action: string
  selection: string
  /** pending, running, done, failed or cancelled. */
  state: string
  /** Why it failed. */
  reason: string | null
  task_id: string | null
  matched: Generated<number>
  changed: Generated<number>
  /** JSON: by field, how many were skipped, and some of their ids. */
  skipped: string
  /** The last completed one, in the order of their series; for a revert, the last edit of `metadata_edits`. */
  done_series: number | null
  done_pk: number | null
  /** The edit that this one reverts. */
  reverts: string | null
  reverted_at: number | null
  created_at: number
  ended_at: number | null
}

export const EDITING_TABLES = {
  alternate_titles: {
    owner: 'features/catalogue/alternate-titles',
    makesStale: 'catalogue',
    seenWith: 'series',
    references: {
      series_pk: {
        to: 'series',
        found: { pass: 'heir', key: ['label', 'title'] },
        merged: { pass: 'heir', key: ['label', 'title'] },
        moved: 'keep',
        gone: 'drop',
      },
    },
  },
  metadata_edits: {
    owner: 'features/catalogue/edit-history',
    makesStale: 'nothing',
    seenWith: 'book',
    references: {
      book_pk: { to: 'books', found: 'pass', merged: 'pass', gone: 'drop' },
      series_pk: { to: 'series', found: 'pass', merged: 'pass', moved: 'keep', gone: 'drop' },
      user_pk: NAMES_USER,
    },
  },
  bulk_edits: {
    owner: 'features/operations/bulk',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
} satisfies TableEntries
