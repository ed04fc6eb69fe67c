import { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import { lockedFields as locksOfFields } from '@octavo/contract/fields'
import { BOOK_LOCKS, type BookLock, isLocked } from '../../../kernel/field-locks'
import { lockedFields } from '../metadata'
import type { BookValues, FileValues } from './book-values'
import { valueAt } from './edited-value.rules'

const { ROLE_LOCKS, withRoles } = lockedFields

/** Each lock with its field, except those of people, whose value is in `authors`. */
const FIELDS = locksOfFields(BOOK_FIELD_REGISTRY).flatMap(([name, field]) => {
  const lock = BOOK_LOCKS.find(known => known === name)
  return lock && !Object.values<string>(ROLE_LOCKS).includes(lock) ? [[lock, field] as const] : []
})

/** Names that the rules of a book's library must set again. */
export interface BookByRules {
  readonly title: boolean
  readonly number: boolean
  /** Its volume and chapter. */
  readonly place: boolean
}

export interface Unlocked {
  readonly values: BookValues
  /** Fields reset to the file's value. */
  readonly released: readonly string[]
  /** Names that its library's rules must set again. */
  readonly byRules: BookByRules
}

/**
 * The effect of removed locks: each field that was locked, and that the edit does not set itself, gets the file's
 * value. Without a record of the file it keeps its value until the file is read again.
 */
export function unlockedBook(
  {
    values: given,
    locks,
    lockedBefore,
    said,
  }: {
    readonly values: BookValues
    readonly locks: number
    readonly lockedBefore: number
    readonly said: ReadonlySet<string>
  },
  file: FileValues | null,
): Unlocked {
  const isLifted = (lock: BookLock) => isLocked(BOOK_LOCKS, lockedBefore, lock) && !isLocked(BOOK_LOCKS, locks, lock)
  let values = given
  const released: string[] = []
  const byRules = { title: false, number: false, place: false }
  for (const [lock, field] of FIELDS) {
    if (!isLifted(lock) || said.has(field)) continue
    if (lock === 'title' || lock === 'number') byRules[lock] = true
    if (lock === 'volume' || lock === 'chapter') byRules.place = true
    const value = valueAt(file ?? {}, field)
    if (value === undefined) continue
    const next = field === 'authors' ? withRoles(file?.authors ?? [], values.authors, lockedRoles(locks)) : value
    values = { ...values, [field]: next }
    released.push(field)
  }
  const roles = Object.entries(ROLE_LOCKS).flatMap(([role, lock]) => (isLifted(lock) ? [role] : []))
  if (file?.authors && roles.length > 0 && !isLocked(BOOK_LOCKS, locks, 'authorsJson') && !said.has('authors')) {
    values = { ...values, authors: withRoles(values.authors, file.authors, roles) }
    released.push('authors')
  }
  return { values, released, byRules }
}

function lockedRoles(locks: number): string[] {
  return Object.entries(ROLE_LOCKS).flatMap(([role, lock]) => (isLocked(BOOK_LOCKS, locks, lock) ? [role] : []))
}
