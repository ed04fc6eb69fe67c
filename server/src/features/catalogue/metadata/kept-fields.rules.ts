import { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import { lockedByFile } from '@octavo/contract/fields'
import type { Contributor, EmbeddedMetadata } from '../../../formats/facts'
import { BOOK_LOCKS, type BookLock, isLocked } from '../../../kernel/field-locks'

/** Locks of fields that a book's file says, and which of what it says they keep out. */
const LOCKED_KEYS: readonly (readonly [BookLock, keyof EmbeddedMetadata])[] = lockedByFile(BOOK_FIELD_REGISTRY)

/** Locks that hold the people of one role. */
export const ROLE_LOCKS = {
  writer: 'writer',
  penciller: 'penciller',
  inker: 'inker',
  colorist: 'colorist',
  letterer: 'letterer',
  cover_artist: 'coverArtist',
  editor: 'editor',
  translator: 'translator',
} as const satisfies Readonly<Record<string, BookLock>>

/** What a file says, with what a person has locked as it is stored. */
export function keptFields(stored: EmbeddedMetadata, fresh: EmbeddedMetadata, locks: number): EmbeddedMetadata {
  const locked = (name: BookLock) => isLocked(BOOK_LOCKS, locks, name)
  const held = LOCKED_KEYS.filter(([name]) => locked(name)).map(([, key]) => [key, stored[key]])
  const roles = Object.entries(ROLE_LOCKS).flatMap(([role, name]) => (locked(name) ? [role] : []))
  return { ...fresh, authors: withRoles(fresh.authors, stored.authors, roles), ...Object.fromEntries(held) }
}

/** People, with those of some roles taken from elsewhere. */
export function withRoles(
  people: readonly Contributor[],
  others: readonly Contributor[],
  roles: readonly string[],
): readonly Contributor[] {
  if (roles.length === 0) return people
  const isOf = (person: Contributor) => roles.includes(person.role)
  return [...people.filter(person => !isOf(person)), ...others.filter(isOf)]
}
