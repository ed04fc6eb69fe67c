import { PreferenceKey, preferenceSchema } from '@octavo/contract/preference'
import { refused } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'

/**
 * A preference in its stored form: JSON.
 * @throws BadRequest for an invalid key, an invalid value of a known key, or one that is too large
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

/** The type of the value, in the contract's words. */
export function valueTypeOf(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'float'
  return typeof value === 'string' || typeof value === 'boolean' ? typeof value : 'json'
}
