import { BOOK_FORMATS, type BookFormat } from '@octavo/contract/formats'
import { refused } from '../../../kernel/app-error'

/**
 * The formats that a request allows, without duplicates; null for none, which allows all.
 * @throws BadRequest for an unknown one
 */
export function allowedFormats(names: readonly string[] | null | undefined): readonly BookFormat[] | null {
  if (!names || names.length === 0) return null
  return [...new Set(names.map(formatNamed))]
}

/** As the contract shows them. */
export function formatNames(formats: readonly string[]): string[] {
  return formats.map(format => format.toUpperCase())
}

function formatNamed(name: string): BookFormat {
  const format = BOOK_FORMATS.find(known => known === name.trim().toLowerCase())
  if (format) return format
  const known = formatNames(BOOK_FORMATS).join(', ')
  const message = `allowedFormats: unknown format ${name}; known are ${known}`
  throw refused('BadRequest', 'field_bad', message, 'allowedFormats')
}
