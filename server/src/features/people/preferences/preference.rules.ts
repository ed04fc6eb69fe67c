import { PreferenceKey, preferenceSchema } from '@octavo/contract/preference'
import { refused } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'

/**
 * A preference as stored: JSON.
 * @throws BadRequest for a key that is none, a value that a known key does not hold, and one that is too large
 */
export function storedText(key: string, value: unknown): string {
  const named = PreferenceKey.safeParse(key)
  if (!named.success)
    throw refused(
      'BadRequest',
      'preference_bad',
      `${JSON.stringify(key.slice(0, 100))}: ${named.error.issues[0]?.message}`,
    )
  const checked = preferenceSchema(key)?.safeParse(value)
  if (checked && !checked.success)
    throw refused('BadRequest', 'preference_bad', `${key}: ${checked.error.issues[0]?.message}`)
  const text = JSON.stringify(value)
  if (Buffer.byteLength(text) > LIMITS.perPerson.preferenceBytes) {
    throw refused('BadRequest', 'preferences_full', `${key} is larger than ${LIMITS.perPerson.preferenceBytes} bytes`)
  }
  return text
}

/** What kind of value it is, in the contract's words. */
export function valueTypeOf(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'float'
  return typeof value === 'string' || typeof value === 'boolean' ? typeof value : 'json'
}
