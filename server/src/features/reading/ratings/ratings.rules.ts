import type { SetUserRatingRequest } from '@octavo/contract/rating'
import { refused } from '../../../kernel/app-error'

/**
 * A rating in its stored form: 1 to 100, and null for empty notes.
 * @throws BadRequest for any other number
 */
export function checkedRating({ rating, notes }: SetUserRatingRequest) {
  if (rating < 1) throw refused('BadRequest', 'number_low', 'body rating: from 1 to 100', { path: 'rating', min: 1 })
  if (rating > 100)
    throw refused('BadRequest', 'number_high', 'body rating: from 1 to 100', { path: 'rating', max: 100 })
  return { rating, notes: notes || null }
}
