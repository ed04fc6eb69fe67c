import { EXTERNAL_SOURCES, isbnOf } from '@octavo/contract/external-sources'
import { fold } from '../../../kernel/text'

/** A title without case, accents, punctuation and spaces; may be empty. */
export function titleKey(title: string): string {
  return fold(title).replace(/[^\p{L}\p{N}]+/gu, '')
}

/** The same for a book, ignoring leading zeros of its number. */
export function bookTitleKey(title: string): string {
  return titleKey(title.replace(/(?<!\d)0+(?=\d)/g, ''))
}

/** An ISBN-13, converted from an ISBN-10 if necessary; null for anything else. */
export function isbn13Of(text: string): string | null {
  const isbn = isbnOf(text)
  if (isbn === null || isbn.length === 13) return isbn
  const digits = `978${isbn.slice(0, 9)}`
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** Sites with one id per issue. Elsewhere all volumes of a series may share one. */
export const SITES_OF_BOOKS: readonly string[] = EXTERNAL_SOURCES.filter(({ pages }) =>
  pages?.some(page => page.of === 'book'),
).map(({ source }) => source)

interface Numbered {
  readonly number: number | null
  readonly volume: number | null
  readonly chapter: number | null
}

/** Books with equal titles and numbers within a series. */
export function placeKey({ number, volume, chapter }: Numbered): string {
  return `${number} ${volume} ${chapter}`
}
