import { type MetadataLocks, SERIES_LOCKS as NAMES } from '@octavo/contract/locks'
import { isLocked, SERIES_LOCKS } from '../../../kernel/field-locks'

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
