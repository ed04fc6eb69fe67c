// Random limits of viewers, in the form of the API and of queries.
import type { Visibility } from '../../../server/src/kernel/viewer'
import type { Random } from '../../long/harness/random'
import type { Filled } from './fill'
import type { Plain, PlainSeries } from './plain'
import { chance, SHARING, some } from './words'

export interface Limits {
  /** Null for all. */
  readonly libraries: readonly string[] | null
  readonly allowed: readonly string[]
  readonly denied: readonly string[]
  readonly age: { readonly limit: number; readonly unrated: boolean } | null
}

export const NO_LIMITS: Limits = { libraries: null, allowed: [], denied: [], age: null }

export function randomLimits(random: Random, plain: Plain): Limits {
  if (chance(random, 0.3)) return NO_LIMITS
  const ids = plain.libraries.map(({ id }) => id)
  return {
    libraries: chance(random, 0.4) ? ids.filter(() => chance(random, 0.5)) : null,
    allowed: some(random, SHARING, 0.2),
    denied: some(random, SHARING, 0.3),
    age: chance(random, 0.3) ? { limit: random.pick([0, 11, 12, 17]), unrated: chance(random, 0.5) } : null,
  }
}

/**
 * A denied tag hides; if some are allowed, series without any of them are hidden; so are other libraries and too high
 * age ratings.
 */
export function sees({ libraries, allowed, denied, age }: Limits, series: PlainSeries): boolean {
  if (libraries !== null && !libraries.includes(series.library)) return false
  if (series.sharing.some(tag => denied.includes(tag))) return false
  if (allowed.length > 0 && !series.sharing.some(tag => allowed.includes(tag))) return false
  if (age === null) return true
  return series.age === null ? age.unrated : series.age <= age.limit
}

export function visibilityOf({ libraries, allowed, denied, age }: Limits, plain: Plain, { sets }: Filled): Visibility {
  const libraryPks =
    libraries === null ? null : plain.libraries.filter(({ id }) => libraries.includes(id)).map(({ pk }) => pk)
  if (allowed.length + denied.length === 0 && age === null) {
    return libraryPks === null ? { kind: 'all' } : { kind: 'libraries', libraryPks }
  }
  const isSeen = (tags: readonly string[]) =>
    !tags.some(tag => denied.includes(tag)) && (allowed.length === 0 || tags.some(tag => allowed.includes(tag)))
  const setPks = [...sets].filter(([key]) => isSeen(key.split(','))).map(([, pk]) => pk)
  const sharing = allowed.length + denied.length === 0 ? null : { setPks, untagged: allowed.length === 0 }
  return { kind: 'series', libraryPks, sharing, age }
}
