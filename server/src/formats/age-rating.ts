import { own } from '../kernel/own'
import { fold } from '../kernel/text'

/**
 * Ratings of ComicInfo (v2.1, AgeRating) and MetronInfo as a minimum age. PG, M and the school ages are as Kavita and
 * Komga order them.
 */
const AGES: Readonly<Record<string, number>> = {
  'early childhood': 3,
  everyone: 0,
  g: 0,
  'kids to adults': 6,
  pg: 8,
  'everyone 10+': 10,
  teen: 13,
  'teen plus': 15,
  'ma15+': 15,
  'mature 17+': 17,
  m: 17,
  mature: 17,
  'r18+': 18,
  'x18+': 18,
  'adults only 18+': 18,
  explicit: 18,
  adult: 18,
}
const OLDEST = 99

/** The minimum age in years; null for a rating without one (`Unknown`, `Rating Pending`). */
export function ageOf(rating: string | null): number | null {
  if (rating === null) return null
  const words = fold(rating).trim()
  const known = own(AGES, words)
  if (known !== undefined) return known
  const number = /(?<!\d)\d{1,2}(?!\d)/.exec(words)?.[0]
  return number === undefined ? null : Math.min(Number(number), OLDEST)
}
