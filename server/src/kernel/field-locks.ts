import { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import { type LockBitOf, lockBits } from '@octavo/contract/fields'
import { SERIES_FIELD_REGISTRY } from '@octavo/contract/series-fields'

/**
 * Fields that a person can lock against scans, rules and refreshes, in the order of their bits in the column `locks`.
 */
export const BOOK_LOCKS = lockBits(BOOK_FIELD_REGISTRY)
export type BookLock = LockBitOf<typeof BOOK_FIELD_REGISTRY>

/** `title` and `titleSort` have separate, older columns. */
export const SERIES_LOCKS = lockBits(SERIES_FIELD_REGISTRY)
export type SeriesLock = LockBitOf<typeof SERIES_FIELD_REGISTRY>

/** Whether a field is locked. */
export function isLocked<Name extends string>(names: readonly Name[], locks: number, name: Name): boolean {
  // Nearly nothing is locked, and lists ask this of many fields of many books.
  return locks !== 0 && Math.floor(locks / 2 ** names.indexOf(name)) % 2 === 1
}

/** The locks with one added or removed. */
export function withLock<Name extends string>(
  names: readonly Name[],
  locks: number,
  name: Name,
  locked: boolean,
): number {
  if (isLocked(names, locks, name) === locked) return locks
  return locked ? locks + 2 ** names.indexOf(name) : locks - 2 ** names.indexOf(name)
}

/** For SQL: `locks & bit <> 0`. */
export function bookLockBit(name: BookLock): number {
  return 2 ** BOOK_LOCKS.indexOf(name)
}

export function seriesLockBit(name: SeriesLock): number {
  return 2 ** SERIES_LOCKS.indexOf(name)
}
