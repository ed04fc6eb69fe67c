import type { ExternalOrigin } from '@octavo/contract/series-side'
import type { Generated } from 'kysely'
import { OF_USER, type TableEntries } from './table'

/** Entries about a series or book: one of the two keys is set. */
interface Said {
  pk: Generated<number>
  id: string
  series_pk: number | null
  book_pk: number | null
  /** In lower case: `comicvine`, `plugin:anilist`. */
  source: string
  /** A file's row and a person's may have the same source; the person's is shown. */
  origin: ExternalOrigin
  /** A tombstone: a person deleted the file's entry. */
  removed: Generated<boolean>
  created_at: number
  updated_at: number
}

export interface ExternalIdsTable extends Said {
  external_id: string
  external_url: string | null
  metadata_hash: string | null
  last_synced_at: number | null
}

export interface ExternalLinksTable extends Said {
  url: string
  external_id: string | null
}

export interface ExternalRatingsTable extends Said {
  /** 0 to 100. */
  rating: number
  vote_count: number | null
}

/** A user's rating of a series or book: one of the two keys is set. */
export interface RatingsTable {
  pk: Generated<number>
  id: string
  user_pk: number
  series_pk: number | null
  book_pk: number | null
  /** 1 to 100. */
  rating: number
  notes: string | null
  created_at: number
  updated_at: number
}

/** The ratings of a series or book by all users, maintained by triggers on `ratings`: one of the two keys is set. */
export interface AverageRatingsTable {
  pk: Generated<number>
  series_pk: number | null
  book_pk: number | null
  total: number
  count: number
  average: number
}

/** A person's row is replaced only by a newer one of a person, a file's by that of a newer file. */
const SAID = { pass: 'newest', key: ['source', 'origin'], by: 'updated_at' } as const
const SAID_OF = {
  series_pk: { to: 'series', found: SAID, merged: SAID, moved: 'keep', gone: 'drop' },
  book_pk: { to: 'books', found: SAID, merged: SAID, gone: 'drop' },
} as const
const RATED = { pass: 'newest', key: ['user_pk'], by: 'updated_at' } as const

export const EXTERNAL_TABLES = {
  external_ids: {
    owner: 'features/catalogue/external',
    makesStale: 'catalogue',
    seenWith: 'series',
    references: SAID_OF,
  },
  external_links: {
    owner: 'features/catalogue/external',
    makesStale: 'catalogue',
    seenWith: 'series',
    references: SAID_OF,
  },
  external_ratings: {
    owner: 'features/catalogue/external',
    makesStale: 'catalogue',
    seenWith: 'series',
    references: SAID_OF,
  },
  average_ratings: {
    owner: 'features/reading/ratings',
    makesStale: 'progress',
    seenWith: 'series',
    copied: 'by-triggers',
    references: {
      series_pk: { to: 'series', found: 'drop', merged: 'drop', moved: 'keep', gone: 'drop' },
      book_pk: { to: 'books', found: 'drop', merged: 'drop', gone: 'drop' },
    },
  },
  ratings: {
    owner: 'features/reading/ratings',
    makesStale: 'progress',
    seenWith: 'user',
    references: {
      user_pk: OF_USER,
      series_pk: { to: 'series', found: RATED, merged: RATED, moved: 'keep', gone: 'drop' },
      book_pk: { to: 'books', found: RATED, merged: RATED, gone: 'drop' },
    },
  },
} satisfies TableEntries
