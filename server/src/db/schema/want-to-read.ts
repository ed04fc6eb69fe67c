import type { Generated } from 'kysely'
import { OF_USER, type TableEntries } from './table'

/** A series or book that a user wants to read: one of the two keys is set. */
export interface WantToReadTable {
  pk: Generated<number>
  id: string
  user_pk: number
  series_pk: number | null
  book_pk: number | null
  /** The user's order; of equal positions the older row comes first. */
  position: number
  added_at: number
}

/** If both are wanted, the entry of the remaining one stays in its position. */
const WANTED_ONCE = { pass: 'heir', key: ['user_pk'] } as const

export const WANT_TO_READ_TABLES = {
  want_to_read: {
    owner: 'features/reading/want-to-read',
    makesStale: 'progress',
    seenWith: 'user',
    references: {
      user_pk: OF_USER,
      series_pk: { to: 'series', found: WANTED_ONCE, merged: WANTED_ONCE, moved: 'keep', gone: 'drop' },
      book_pk: { to: 'books', found: WANTED_ONCE, merged: WANTED_ONCE, gone: 'drop' },
    },
  },
} satisfies TableEntries
