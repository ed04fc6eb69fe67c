import { BOOK_LOCKS, isLocked } from '../../../kernel/field-locks'
import { lockedFields } from '../metadata'
import type { BookEdit } from './book-edit.rules'
import type { BookState } from './edit-book'
import { locksOf, type SeriesState } from './edit-series'
import { lockOfField } from './edited-book'
import { isSeriesLocked, lockOfSeriesField, type SeriesEdit } from './series-edit.rules'

/** Fields set by people on a replaced book, as an edit of its heir, which respects the heir's locks. */
export function passedOnOfBook({ book, values }: BookState): BookEdit {
  const has = (lock: (typeof BOOK_LOCKS)[number] | undefined) =>
    lock !== undefined && isLocked(BOOK_LOCKS, book.locks, lock)
  const restores = Object.fromEntries(Object.entries(values).filter(([name]) => has(lockOfField(name))))
  const roles = Object.entries(lockedFields.ROLE_LOCKS).filter(([, lock]) => has(lock))
  const people = roles.map(([role, lock]) => {
    const names = values.authors.filter(author => author.role === role).map(({ name }) => name)
    return [lock, names.join(', ')]
  })
  return { restores, ...Object.fromEntries(people), isBound: true, isOfMany: true }
}

/** The same for a series, except the title. */
export function passedOnOfSeries({ row, values }: SeriesState): SeriesEdit {
  const isPassed = (name: string) => {
    const lock = lockOfSeriesField(name)
    return lock !== undefined && !['title', 'titleSort'].includes(lock) && isSeriesLocked(locksOf(row), lock)
  }
  const restores = Object.fromEntries(Object.entries(values).filter(([name]) => isPassed(name)))
  return { restores, isBound: true, isOfMany: true }
}
