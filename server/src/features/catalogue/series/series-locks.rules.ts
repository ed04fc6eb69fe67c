import { type MetadataLocks, SERIES_LOCKS as NAMES } from '@octavo/contract/locks'
import type { Selectable } from 'kysely'
import type { SeriesTable } from '../../../db/schema/series'
import { isLocked, SERIES_LOCKS, type SeriesLock } from '../../../kernel/field-locks'
import type { FacetKind } from '../facets'

/** Kinds of names that a person has set for a series, overriding its books. */
export function lockedKinds({
  locks,
  authors,
  language,
}: Pick<Selectable<SeriesTable>, 'locks' | 'authors' | 'language'>): FacetKind[] {
  const locked = (name: SeriesLock) => isLocked(SERIES_LOCKS, locks, name)
  const kinds: FacetKind[] = []
  if (locked('genres')) kinds.push('genre')
  if (locked('tags')) kinds.push('tag')
  if (locked('authorsJsonLock') || authors !== null) kinds.push('author')
  if (locked('publisher')) kinds.push('publisher')
  if (locked('imprint')) kinds.push('imprint')
  if (locked('language') || language !== null) kinds.push('language')
  return kinds
}

/** The locks of a series as the contract names them. */
export function seriesLocksView(row: {
  readonly locks: number
  readonly title_locked: boolean
  readonly title_sort_locked: boolean
}): MetadataLocks {
  const locked = new Set<string>(SERIES_LOCKS.filter(name => isLocked(SERIES_LOCKS, row.locks, name)))
  if (row.title_locked) locked.add('title')
  if (row.title_sort_locked) locked.add('titleSort')
  return Object.fromEntries(NAMES.map(name => [name, locked.has(name)])) as MetadataLocks
}
