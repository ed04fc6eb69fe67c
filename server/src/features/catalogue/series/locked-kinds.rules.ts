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
