import { BOOK_LOCKS, type BookLock } from '../../../kernel/field-locks'
import { own } from '../../../kernel/own'
import type { BookValues } from './book-values'
import type { BookByRules } from './unlocked-book.rules'

/** The result of an edit of a book. */
export interface EditedBook {
  readonly values: BookValues
  readonly locks: number
  /** Changed fields. */
  readonly fields: readonly string[]
  /** Fields set by the person. */
  readonly said: readonly string[]
  /** Fields reset to the file's value. */
  readonly released: readonly string[]
  /** Fields skipped because they are locked. */
  readonly skipped: readonly string[]
  /** Names reset by the rules of its library. */
  readonly byRules: BookByRules
}

const LOCKS_OF_LISTS: Readonly<Record<string, BookLock>> = {
  genres: 'genre',
  authors: 'authorsJson',
  awards: 'awardsJson',
}

/** The lock of a field, by the edit's field names; undefined if it has none. */
export function lockOfField(name: string): BookLock | undefined {
  return own(LOCKS_OF_LISTS, name) ?? BOOK_LOCKS.find(lock => lock === name)
}
