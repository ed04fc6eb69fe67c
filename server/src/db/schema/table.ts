import type { Channel } from '../../kernel/memo'

/** What the registry says of one table; `server/src/db/README.md` explains each part. */
export interface TableEntry {
  /** The folder below `server/src` whose code alone writes the table; any other may read it. */
  readonly owner: string
  /** The caches that a write makes stale. */
  readonly makesStale: Channel | 'nothing'
  /** Who sees a row: those who see its book, series or library, its own user; or nobody, unless another row leads to it. */
  readonly seenWith: 'book' | 'series' | 'library' | 'user' | 'nobody'
  /** By column, each reference to a book, a series or a user, and what becomes of the row with it. */
  readonly references?: Readonly<Record<string, Reference>>
  /**
   * How a copy to another database treats its rows, unless it copies them. `by-triggers`: triggers of the other database make
   * them. `not-at-all`: they are about this database only.
   */
  readonly copied?: 'by-triggers' | 'not-at-all'
}

export type Reference = BookReference | SeriesReference | UserReference

interface BookReference {
  readonly to: 'books'
  /** The same book was found again: the row made for its file is replaced by its former row. */
  readonly found: Fate
  /** Another book is replaced by this one. */
  readonly merged: Fate
  readonly gone: Gone
}

interface SeriesReference {
  readonly to: 'series'
  /** The same series was found again: the row made for its folder is replaced by its former row. */
  readonly found: Fate
  /** Another series is replaced by this one. */
  readonly merged: Fate
  /** Some of its books go to another series, by being moved or split off. */
  readonly moved: MovedFate
  readonly gone: Gone
}

interface UserReference {
  readonly to: 'users'
  readonly gone: Gone
}

/**
 * What happens to rows of the replaced row: they go to the heir, with or without a rule for conflicts, are deleted with it, or
 * stay as they are. `handler`: a function of the owner decides. `recount`: they are sums, deleted with it and counted again
 * for the heir.
 */
export type Fate = 'pass' | PassByRule | 'drop' | 'keep' | 'handler' | 'recount'

/** Rows stay with the series, follow the book in the column named, or are sums that the owner counts again. */
export type MovedFate = 'keep' | { readonly follow: string } | 'recount'

/** Once it is purged or deleted: its rows go with it, or stay without it. */
export type Gone = 'drop' | 'keep'

/** For rows of which the heir may have one, too: two conflict when all columns of `key` are equal; null equals nothing. */
export interface PassByRule {
  /** `heir`: the heir's row stays. `newest`: the row with the greater `by` stays. `refuse`: nothing at all is passed on. */
  readonly pass: 'heir' | 'newest' | 'refuse'
  readonly key: readonly string[]
  /** The column that `newest` compares. */
  readonly by?: string
}

/** A row made from the book's own file: every book has its own. */
export const FROM_FILE: BookReference = { to: 'books', found: 'drop', merged: 'drop', gone: 'drop' }

/** A row that every series has of its own. */
export const OWN_OF_SERIES: SeriesReference = {
  to: 'series',
  found: 'drop',
  merged: 'drop',
  moved: 'keep',
  gone: 'drop',
}

/** Sums over the books of a series. */
export const SUMS_OF_SERIES: SeriesReference = {
  to: 'series',
  found: 'recount',
  merged: 'recount',
  moved: 'recount',
  gone: 'drop',
}

/** A row that belongs to one user. */
export const OF_USER: UserReference = { to: 'users', gone: 'drop' }

/** A row that names a user, and outlives them. */
export const NAMES_USER: UserReference = { to: 'users', gone: 'keep' }

/** The entries of a group of tables, by the name of the table. */
export type TableEntries = Readonly<Record<string, TableEntry>>
