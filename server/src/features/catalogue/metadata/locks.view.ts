import { type BookMetadataLocks, BOOK_LOCKS as NAMES } from '@octavo/contract/locks'
import { BOOK_LOCKS, isLocked } from '../../../kernel/field-locks'

/** The locks of a book as the contract names them. */
export function bookLocksView(locks: number): BookMetadataLocks {
  const locked = new Set(BOOK_LOCKS.filter(name => isLocked(BOOK_LOCKS, locks, name)).map(name => `${name}Lock`))
  return Object.fromEntries(NAMES.map(name => [name, locked.has(name)])) as BookMetadataLocks
}
