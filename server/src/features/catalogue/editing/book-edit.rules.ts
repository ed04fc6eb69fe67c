import { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import type { PatchBookMetadataRequest, UpdateBookMetadataLocksRequest } from '@octavo/contract/book-metadata'
import { noValues, plainNames } from '@octavo/contract/fields'
import { BOOK_LOCKS, type BookLock, withLock } from '../../../kernel/field-locks'
import { ROLE_LOCKS, withRoles } from '../metadata'
import type { BookValues } from './book-values'
import { changedNames, merged, namesIn } from './edited-value.rules'

/** An edit; one that replaces everything replaces custom metadata too, instead of merging into it. */
export type BookEdit = PatchBookMetadataRequest & { readonly replaces?: boolean }

export interface EditedBook {
  readonly values: BookValues
  readonly locks: number
  /** Fields that have another value now. */
  readonly fields: readonly string[]
  /** What its library's rules are to say again. */
  readonly byRules: { readonly title: boolean; readonly number: boolean }
}

/** Fields whose value is taken as it is; the lock has the name of the field. */
const PLAIN = plainNames(BOOK_FIELD_REGISTRY)

/**
 * What an edit makes of a book. Absent stays, null clears. What a person sets or clears is locked; a title or number of null
 * is that of the rules again and is unlocked. `locks` of the edit have the last word.
 */
export function editedBook(before: BookValues, lockedBefore: number, edit: BookEdit): EditedBook {
  let values = before
  let locks = lockedBefore
  const fields: string[] = []
  const set = (change: Partial<BookValues>, lock: BookLock, isGiven: boolean) => {
    const changed = changedNames(values, change)
    fields.push(...changed)
    if (changed.length > 0 || isGiven) locks = withLock(BOOK_LOCKS, locks, lock, true)
    values = { ...values, ...change }
  }

  const byRules = { title: edit.title === null || edit.title === '', number: edit.number === null }
  if (byRules.title) locks = withLock(BOOK_LOCKS, locks, 'title', false)
  else if (edit.title) set({ title: edit.title }, 'title', true)
  if (byRules.number) locks = withLock(BOOK_LOCKS, locks, 'number', false)
  else if (typeof edit.number === 'number') set({ number: edit.number }, 'number', true)

  for (const name of PLAIN) {
    const given = edit[name]
    if (given === undefined) continue
    const value = given === '' ? null : given
    set({ [name]: value }, name, value !== null)
  }
  const lists = [
    ['genres', 'genre', edit.genres !== undefined ? edit.genres : namesIn(edit.genre)],
    ['subjects', 'subjects', edit.subjects],
    ['isbns', 'isbns', namesIn(edit.isbns)],
    ['awards', 'awardsJson', edit.awards],
    [
      'authors',
      'authorsJson',
      edit.authors?.map(({ name, role, sortName }) => ({
        name: name.trim(),
        role,
        sortName: sortName?.trim() || null,
      })),
    ],
  ] as const
  for (const [name, lock, given] of lists) {
    const cleared = name === 'authors' && edit.authors === null
    if (given === undefined && !cleared) continue
    const list = given ?? []
    set({ [name]: list }, lock, list.length > 0)
  }
  for (const [role, lock] of Object.entries(ROLE_LOCKS)) {
    const given = namesIn(edit[lock])
    if (given === undefined) continue
    const people = (given ?? []).map(name => ({ name, role, sortName: sortNameOf(before, name) }))
    set({ authors: withRoles(values.authors, people, [role]) }, lock, people.length > 0)
  }
  if (edit.customMetadata !== undefined) {
    const custom =
      edit.customMetadata === null
        ? null
        : merged(edit.replaces ? {} : (before.customMetadata ?? {}), edit.customMetadata)
    set({ customMetadata: custom }, 'customMetadata', custom !== null)
  }
  return { values, locks: lockedBook(locks, edit.locks ?? {}), fields: [...new Set(fields)], byRules }
}

function sortNameOf({ authors }: BookValues, name: string): string | null {
  return authors.find(author => author.name === name)?.sortName ?? null
}

/** Locks with those set that are true, and those lifted that are false. */
export function lockedBook(locks: number, changes: UpdateBookMetadataLocksRequest): number {
  return BOOK_LOCKS.reduce((sum, name) => {
    const wanted = changes[`${name}Lock`]
    return typeof wanted === 'boolean' ? withLock(BOOK_LOCKS, sum, name, wanted) : sum
  }, locks)
}

const { titleSort: _stays, ...cleared } = noValues(BOOK_FIELD_REGISTRY)

/** Every field that an edit can name, cleared: what an edit that replaces everything leaves out is taken from here. */
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
