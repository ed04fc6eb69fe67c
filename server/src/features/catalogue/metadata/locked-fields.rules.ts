import { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import { lockedByFile } from '@octavo/contract/fields'
import type { Contributor, EmbeddedMetadata } from '../../../formats/facts'
import { BOOK_LOCKS, type BookLock, isLocked } from '../../../kernel/field-locks'

/** Locks of fields that files have, with the facts that they override. */
const LOCKED_KEYS: readonly (readonly [BookLock, keyof EmbeddedMetadata])[] = lockedByFile(BOOK_FIELD_REGISTRY)

/** Locks for the people of one role. */
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

/** The facts of a file, with the stored values of locked fields. */
export function withLockedFields(stored: EmbeddedMetadata, fresh: EmbeddedMetadata, locks: number): EmbeddedMetadata {
  const isNameLocked = (name: BookLock) => isLocked(BOOK_LOCKS, locks, name)
  const locked = LOCKED_KEYS.filter(([name]) => isNameLocked(name)).map(([, key]) => [key, stored[key]])
  const roles = Object.entries(ROLE_LOCKS).flatMap(([role, name]) => (isNameLocked(name) ? [role] : []))
  const saidBy = { ...fresh.saidBy, ...Object.fromEntries(locked.map(([key]) => [key, 'person' as const])) }
  return { ...fresh, authors: withRoles(fresh.authors, stored.authors, roles), ...Object.fromEntries(locked), saidBy }
}

/** People, with those of some roles replaced. */
export function withRoles(
  people: readonly Contributor[],
  others: readonly Contributor[],
  roles: readonly string[],
): readonly Contributor[] {
  if (roles.length === 0) return people
  const isOf = (person: Contributor) => roles.includes(person.role)
  return [...people.filter(person => !isOf(person)), ...others.filter(isOf)]
}
