import { BOOK_LOCKS, type BookLock } from '../../../kernel/field-locks'
import { own } from '../../../kernel/own'
import type { BookValues } from './book-values'
import type { BookByRules } from './unlocked-book.rules'

/** What an edit makes of a book. */
export interface EditedBook {
  readonly values: BookValues
  readonly locks: number
  /** Fields that have another value now. */
  readonly fields: readonly string[]
  /** Fields set by a person. */
  readonly said: readonly string[]
  /** Fields whose value is that of the file again. */
  readonly released: readonly string[]
  /** Fields that stayed because they are locked. */
  readonly skipped: readonly string[]
  /** What the rules of its library set again. */
  readonly byRules: BookByRules
}

const LOCKS_OF_LISTS: Readonly<Record<string, BookLock>> = {
  genres: 'genre',
  authors: 'authorsJson',
  awards: 'awardsJson',
}

/** The lock that covers a field, by the names of an edit; undefined for none. */
export function lockOfField(name: string): BookLock | undefined {
  return own(LOCKS_OF_LISTS, name) ?? BOOK_LOCKS.find(lock => lock === name)
}
