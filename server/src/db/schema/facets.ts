import type { Generated } from 'kysely'
import { FROM_FILE, SUMS_OF_SERIES, type TableEntries } from './table'

/** A genre, tag, person, language, character, team, location or story arc; each kind has a name once, as a name or as an alias, without regard to case and accents. */
export interface FacetsTable {
  pk: Generated<number>
  id: string
  /** genre, tag, author, language, character, team, location or story_arc. */
  kind: string
  /** As it was first written. */
  name: string
  /** Folded. */
  name_key: string
  /** The words it is found by; see `searchText`. */
  search_text: Generated<string>
  /** Of an alias: the name that it stands for, which is no alias itself. No book or series has an alias. */
  alias_of: Generated<number | null>
  /** Sort form of a person's name, set by a person or a file; null derives it from the name. */
  sort_name: Generated<string | null>
  /** The order of names; see `sortKey`. */
  sort_key: Generated<string>
  description: Generated<string | null>
  /** JSON array of addresses. */
  links: Generated<string | null>
  /** Null until somebody has changed it. */
  updated_at: Generated<number | null>
}

export interface BookFacetsTable {
  book_pk: number
  facet_pk: number
}

/** SQLite only: every searchable word, maintained by triggers. */
export interface SearchWordsTable {
  pk: Generated<number>
  word: string
}

/** Those of the live books of a series. */
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
  search_words: { owner: 'features/lists/words', makesStale: 'catalogue', seenWith: 'nobody' },
} satisfies TableEntries
