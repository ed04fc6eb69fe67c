import type { Channel } from '../../kernel/memo'

/** Registry entry of one table; `server/src/db/README.md` explains each part. */
export interface TableEntry {
  /** The folder below `server/src` whose code alone writes the table; any code may read it. */
  readonly owner: string
  /** The caches that a write invalidates. */
  readonly makesStale: Channel | 'nothing'
  /**
   * Who sees a row: those who see its book, series or library, or its own user; or nobody, unless another row refers to
   * it.
   */
  readonly seenWith: 'book' | 'series' | 'library' | 'user' | 'nobody'
  /** By column: each reference to a book, series or user, and what happens to the row with it. */
  readonly references?: Readonly<Record<string, Reference>>
  /**
   * How a copy to another database treats the rows; by default it copies them. `by-triggers`: triggers of the target
   * create them. `not-at-all`: they describe this database only.
   */
  readonly copied?: 'by-triggers' | 'not-at-all'
  /**
   * What an export without keys leaves out: all rows, or columns that have these values instead. By default nothing.
   */
  readonly secret?: 'rows' | Readonly<Record<string, string | null>>
}

export type Reference = BookReference | SeriesReference | UserReference

interface BookReference {
  readonly to: 'books'
  /** The same book was found again: its former row replaces the row made for its file. */
  readonly found: Fate
  /** Another book is replaced by this one. */
  readonly merged: Fate
  readonly gone: Gone
}

interface SeriesReference {
  readonly to: 'series'
  /** The same series was found again: its former row replaces the row made for its folder. */
  readonly found: Fate
  /** Another series is replaced by this one. */
  readonly merged: Fate
  /** Some of its books move to another series. */
  readonly moved: MovedFate
  readonly gone: Gone
}

interface UserReference {
  readonly to: 'users'
  readonly gone: Gone
}

/**
 * What happens to rows of the replaced row: they go to the heir, with or without a rule for conflicts, are deleted with
 * it, or stay as they are. `handler`: a function of the owner decides. `recount`: they are sums, deleted with it and
 * recounted for the heir.
 */
export type Fate = 'pass' | PassByRule | 'drop' | 'keep' | 'handler' | 'recount'

/** Rows stay with the series, follow the book in the named column, or are sums that the owner recounts. */
export type MovedFate = 'keep' | { readonly follow: string } | 'recount'

/** After a purge or deletion: rows are deleted with it, or stay without it. */
export type Gone = 'drop' | 'keep'

/**
 * For rows of which the heir may have one already: two conflict if all columns of `key` are equal; null equals nothing.
 */
export interface PassByRule {
  /** `heir`: the heir's row stays. `newest`: the row with the greater `by` stays. `refuse`: nothing is passed on. */
  readonly pass: 'heir' | 'newest' | 'refuse'
  readonly key: readonly string[]
  /** The column that `newest` compares. */
  readonly by?: string
}

/** A row made from the book's own file, which every book has. */
export const FROM_FILE: BookReference = { to: 'books', found: 'drop', merged: 'drop', gone: 'drop' }

/** A row that every series has. */
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

/** A row that names a user and outlives them. */
export const NAMES_USER: UserReference = { to: 'users', gone: 'keep' }

/** The entries of a group of tables, by the name of the table. */
export type TableEntries = Readonly<Record<string, TableEntry>>
