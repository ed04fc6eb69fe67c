import type { Generated } from 'kysely'
import { NAMES_USER, OF_USER, type TableEntries } from './table'

/** Collections of series and read lists of books. */
export interface CuratedListsTable {
  pk: Generated<number>
  id: string
  /** collection or readlist. */
  kind: string
  /** Null when the owner is gone: shared lists stay. */
  owner_pk: number | null
  /** The owner of a private list, which is deleted with them. */
  private_pk: number | null
  /** private, shared or public. */
  visibility: string
  name: string
  /** Folded. */
  name_key: string
  summary: string | null
  /** Whether members are shown in the order of the list by default. */
  ordered: boolean
  /** JSON of the rule for its members. Null for a manual list. */
  condition: string | null
  created_at: number
  updated_at: number
}

/** A person or an access group that a list is shared with. */
export interface CuratedListSharesTable {
  pk: Generated<number>
  list_pk: number
  user_pk: number | null
  group_pk: number | null
  may_edit: boolean
}

export interface CollectionSeriesTable {
  pk: Generated<number>
  list_pk: number
  series_pk: number
  position: number
  added_at: number
}

/** A book of a read list, or a missing one: it becomes a member when a matching book is added. */
export interface ReadListEntriesTable {
  pk: Generated<number>
  id: string
  list_pk: number
  book_pk: number | null
  position: number
  /** Title of the section that begins here. */
  section: string | null
  /** Title of the book in the imported list. Null for one that was added manually. */
  wanted_series: string | null
  /** Folded. */
  wanted_key: string | null
  wanted_number: string | null
  wanted_volume: number | null
  wanted_year: number | null
  /** When the matching book was added; null if it was chosen manually. */
  filled_at: Generated<number | null>
  /** The id of the book that was last taken out of this entry by hand: scans do not choose it again. */
  refused_book_id: Generated<string | null>
  /** Without a book: true if the owner has yet to choose among several, false if they declined them all. */
  undecided: Generated<boolean | null>
  /** When they declined: a book added since is filled in if it is the only right one. */
  declined_at: Generated<number | null>
  added_at: number
}

/** The heir may already be in the list. */
const ONCE_IN_LIST = { pass: 'heir', key: ['list_pk'] } as const

export const CURATED_LIST_TABLES = {
  curated_lists: {
    owner: 'features/reading/curated-lists',
    makesStale: 'progress',
    seenWith: 'user',
    references: { owner_pk: NAMES_USER, private_pk: OF_USER },
  },
  curated_list_shares: {
    owner: 'features/reading/curated-lists',
    makesStale: 'progress',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
  collection_series: {
    owner: 'features/reading/curated-lists',
    makesStale: 'progress',
    seenWith: 'series',
    references: { series_pk: { to: 'series', found: ONCE_IN_LIST, merged: ONCE_IN_LIST, moved: 'keep', gone: 'drop' } },
  },
  // Without its book, an imported entry is missing again; any other row is not shown.
  read_list_entries: {
    owner: 'features/reading/curated-lists',
    makesStale: 'progress',
    seenWith: 'book',
    references: { book_pk: { to: 'books', found: ONCE_IN_LIST, merged: ONCE_IN_LIST, gone: 'keep' } },
  },
} satisfies TableEntries
