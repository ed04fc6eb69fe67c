import { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import type { PatchBookMetadataRequest, UpdateBookMetadataLocksRequest } from '@octavo/contract/book-metadata'
import { noValues, plainNames } from '@octavo/contract/fields'
import { BOOK_LOCKS, type BookLock, isLocked, withLock } from '../../../kernel/field-locks'
import { lockedFields } from '../metadata'
import type { BookValues, FileValues } from './book-values'
import { type EditedBook, lockOfField } from './edited-book'
import { changedNames, isSame, merged, namesIn, valueAt } from './edited-value.rules'
import { refuseUnknownDate } from './release-date.rules'
import { resetBook } from './reset-book.rules'
import { unlockedBook } from './unlocked-book.rules'

const { ROLE_LOCKS, withRoles } = lockedFields

/** An edit. With replacement semantics, custom metadata is replaced rather than merged. */
export type BookEdit = PatchBookMetadataRequest & {
  readonly replaces?: boolean
  /** Respects locks: locked fields stay as they are. */
  readonly isBound?: boolean
  /** Part of a bulk edit: values that do not fit, such as too large custom metadata, are skipped. */
  readonly isOfMany?: boolean
  /** Values from before another edit. */
  readonly restores?: Partial<BookValues> | undefined
  /** Resets to file and rules: everything, or only unlocked fields. */
  readonly resets?: 'all' | 'unlocked'
}

/** Fields set to the given value; the lock has the field's name. */
const PLAIN = plainNames(BOOK_FIELD_REGISTRY)

/** The accumulated changes of an edit. */
interface Draft {
  values: BookValues
  locks: number
  readonly fields: Set<string>
  readonly said: Set<string>
  readonly skipped: Set<string>
}

/** Sets fields that share one lock. */
type SetFields = (change: Partial<BookValues>, lock: BookLock, isGiven: boolean) => void

/**
 * The result of an edit of a book. Absent fields stay, null clears. What a person sets or clears is locked; null for a
 * title or number restores the rules' value and unlocks it. Explicit `locks` of the edit override this: unlocking
 * restores the file's value, unless the edit sets one.
 */
export function editedBook(
  before: BookValues,
  lockedBefore: number,
  edit: BookEdit,
  file: FileValues | null = null,
): EditedBook {
  if (edit.resets) return resetBook(before, lockedBefore, edit.resets, file)
  const draft: Draft = {
    ...{ values: before, locks: lockedBefore },
    ...{ fields: new Set(), said: new Set(), skipped: new Set() },
  }
  const binds = (lock: BookLock) => edit.isBound === true && isLocked(BOOK_LOCKS, lockedBefore, lock)
  const set: SetFields = (change, lock, isGiven) => {
    const changed = changedNames(draft.values, change)
    if (changed.length === 0 && !isGiven) return
    if (binds(lock)) {
      for (const name of changed) draft.skipped.add(name)
      return
    }
    for (const name of changed) draft.fields.add(name)
    for (const name of Object.keys(change)) draft.said.add(name)
    draft.locks = withLock(BOOK_LOCKS, draft.locks, lock, true)
    draft.values = { ...draft.values, ...change }
  }
  const byRules = setNames(edit, draft, { set, binds })
  setPlain(edit, set)
  refuseUnknownDate(edit, draft.values)
  setLists(edit, set)
  setPeople(edit, draft, { set, binds })
  if (edit.customMetadata !== undefined) {
    const custom =
      edit.customMetadata === null
        ? null
        : merged(edit.replaces ? {} : (before.customMetadata ?? {}), edit.customMetadata, edit.isOfMany)
    if (custom === undefined) draft.skipped.add('customMetadata')
    else set({ customMetadata: custom }, 'customMetadata', custom !== null)
  }
  for (const [name, value] of Object.entries(edit.restores ?? {})) {
    const lock = lockOfField(name)
    if (lock) set({ [name]: value }, lock, true)
  }
  const locks = lockedBook(draft.locks, edit.locks ?? {})
  const unlocked = unlockedBook({ ...draft, locks, lockedBefore }, file)
  return {
    values: unlocked.values,
    locks,
    fields: [...new Set([...draft.fields, ...unlocked.released])].filter(
      name => !isSame(valueAt(before, name), valueAt(unlocked.values, name)),
    ),
    said: [...draft.said],
    released: unlocked.released,
    skipped: [...draft.skipped],
    byRules: {
      title: byRules.title || unlocked.byRules.title,
      number: byRules.number || unlocked.byRules.number,
      place: unlocked.byRules.place,
    },
  }
}

interface Setting {
  readonly set: SetFields
  readonly binds: (lock: BookLock) => boolean
}

/** Its title and number; returns the names that the library's rules must set again. */
function setNames(edit: BookEdit, draft: Draft, { set, binds }: Setting): { title: boolean; number: boolean } {
  const cleared = (name: 'title' | 'number', isCleared: boolean) => {
    if (!isCleared) return false
    if (binds(name)) {
      draft.skipped.add(name)
      return false
    }
    draft.locks = withLock(BOOK_LOCKS, draft.locks, name, false)
    return true
  }
  const title = cleared('title', edit.title === null || edit.title === '')
  if (edit.title) set({ title: edit.title }, 'title', true)
  const number = cleared('number', edit.number === null)
  if (typeof edit.number === 'number') set({ number: edit.number }, 'number', true)
  return { title, number }
}

function setPlain(edit: BookEdit, set: SetFields): void {
  for (const name of PLAIN) {
    const given = edit[name]
    if (given === undefined) continue
    const value = given === '' ? null : given
    set({ [name]: value }, name, value !== null)
  }
}

function setLists(edit: BookEdit, set: SetFields): void {
  const lists = [
    ['genres', 'genre', edit.genres !== undefined ? edit.genres : namesIn(edit.genre)],
    ['subjects', 'subjects', edit.subjects],
    ['isbns', 'isbns', namesIn(edit.isbns)],
    ['awards', 'awardsJson', edit.awards],
  ] as const
  for (const [name, lock, given] of lists) {
    if (given === undefined) continue
    const list = given ?? []
    set({ [name]: list }, lock, list.length > 0)
  }
}

function setPeople(edit: BookEdit, draft: Draft, { set, binds }: Setting): void {
  if (edit.authors !== undefined) {
    const given = (edit.authors ?? []).map(({ name, role, sortName }) => ({
      name: name.trim(),
      role,
      sortName: sortName?.trim() || null,
    }))
    const bound = Object.entries(ROLE_LOCKS).flatMap(([role, lock]) => (binds(lock) ? [role] : []))
    const people = withRoles(given, draft.values.authors, bound)
    for (const role of bound) {
      const of = (list: BookValues['authors']) => list.filter(person => person.role === role)
      if (!isSame(of(given), of(draft.values.authors))) draft.skipped.add('authors')
    }
    set({ authors: people }, 'authorsJson', people.length > 0)
  }
  for (const [role, lock] of Object.entries(ROLE_LOCKS)) {
    const given = namesIn(edit[lock])
    if (given === undefined) continue
    const people = (given ?? []).map(name => ({ name, role, sortName: sortNameOf(draft.values, name) }))
    const change = { authors: withRoles(draft.values.authors, people, [role]) }
    if (binds('authorsJson')) {
      if (changedNames(draft.values, change).length > 0) draft.skipped.add('authors')
    } else set(change, lock, people.length > 0)
  }
}

function sortNameOf({ authors }: BookValues, name: string): string | null {
  return authors.find(author => author.name === name)?.sortName ?? null
}

/** Locks after adding those that are true and removing those that are false. */
function lockedBook(locks: number, changes: UpdateBookMetadataLocksRequest): number {
  return BOOK_LOCKS.reduce((sum, name) => {
    const wanted = changes[`${name}Lock`]
    return typeof wanted === 'boolean' ? withLock(BOOK_LOCKS, sum, name, wanted) : sum
  }, locks)
}

const { titleSort: _stays, ...cleared } = noValues(BOOK_FIELD_REGISTRY)

/** Every editable field, cleared: the base of an edit that replaces everything. */
export const ALL_CLEARED: BookEdit = {
  replaces: true,
  ...cleared,
  genre: null,
  subjects: null,
  isbns: null,
  awards: null,
  authors: null,
  customMetadata: null,
}
