import type { Generated } from 'kysely'
import { FROM_FILE, NAMES_USER, SUMS_OF_SERIES, type TableEntries } from './table'

/**
 * A genre, tag, person, language, character, team, location or story arc. Names and aliases of a kind are unique,
 * ignoring case and accents.
 */
export interface FacetsTable {
  pk: Generated<number>
  id: string
  /** genre, tag, author, language, character, team, location or story_arc. */
  kind: string
  /** In its original spelling. */
  name: string
  /** Folded. */
  name_key: string
  /** Its search words; see `searchText`. */
  search_text: Generated<string>
  /** Of an alias: its name, which is no alias itself. No book or series refers to an alias. */
  alias_of: Generated<number | null>
  /** Sort form of a person's name, set by a person or a file; null derives it from the name. */
  sort_name: Generated<string | null>
  /** Sort key of names; see `sortKey`. */
  sort_key: Generated<string>
  /** Of an alias created by a merge: the merge. */
  change_pk: Generated<number | null>
  description: Generated<string | null>
  /** JSON array of addresses. */
  links: Generated<string | null>
  /** Version of the chosen picture; null for the default one. */
  cover_version: Generated<string | null>
  thumb_hash: Generated<string | null>
  /** Null until it is changed. */
  updated_at: Generated<number | null>
}

export interface BookFacetsTable {
  book_pk: number
  facet_pk: number
}

/** A merge or rename of a name, which can be reverted. */
export interface NameChangesTable {
  pk: Generated<number>
  id: string
  facet_pk: number
  /** merge or rename. */
  action: string
  /** JSON: names and aliases of a merge, or old and new name of a rename. */
  details: string
  books: Generated<number>
  series: Generated<number>
  user_pk: number | null
  /** At that time. */
  user_name: string | null
  at: number
  undone_at: Generated<number | null>
}

/** A book or series that had an alias before a merge: one of the keys is set. */
export interface NameLinksTable {
  pk: Generated<number>
  change_pk: number
  /** The alias. */
  facet_pk: number
  book_pk: Generated<number | null>
  series_pk: Generated<number | null>
  /** 1 if it also had the name itself. */
  had: Generated<number>
  /** JSON: how the alias was stored. */
  said: Generated<string | null>
}

/** SQLite only: every searchable word, maintained by triggers. */
export interface SearchWordsTable {
  pk: Generated<number>
  word: string
}

/** Names of the live books of a series. */
export interface SeriesFacetsTable {
  series_pk: number
  facet_pk: number
}

export const FACET_TABLES = {
  facets: { owner: 'features/catalogue/facets', makesStale: 'catalogue', seenWith: 'nobody' },
  book_facets: {
    owner: 'features/catalogue/facets',
    makesStale: 'catalogue',
    seenWith: 'book',
    references: { book_pk: FROM_FILE },
  },
  series_facets: {
    owner: 'features/catalogue/facets',
    makesStale: 'catalogue',
    seenWith: 'series',
    references: { series_pk: SUMS_OF_SERIES },
  },
  name_changes: {
    owner: 'features/catalogue/facets',
    makesStale: 'nothing',
    seenWith: 'nobody',
    references: { user_pk: NAMES_USER },
  },
  name_links: {
    owner: 'features/catalogue/facets',
    makesStale: 'nothing',
    seenWith: 'book',
    references: {
      book_pk: { to: 'books', found: 'pass', merged: 'pass', gone: 'drop' },
      series_pk: { to: 'series', found: 'pass', merged: 'pass', moved: 'keep', gone: 'drop' },
    },
  },
  search_words: {
    owner: 'features/lists/words',
    makesStale: 'catalogue',
    seenWith: 'nobody',
    copied: 'by-triggers',
  },
} satisfies TableEntries
