import { EXTERNAL_SOURCES, isbnOf } from '@octavo/contract/external-sources'
import { fold } from '../../../kernel/text'

/** A title without case, accents, punctuation and spaces; empty when nothing is left. */
export function titleKey(title: string): string {
  return fold(title).replace(/[^\p{L}\p{N}]+/gu, '')
}

/** The same of a book, whose number may have zeros before it. */
export function bookTitleKey(title: string): string {
  return titleKey(title.replace(/(?<!\d)0+(?=\d)/g, ''))
}

/** An ISBN of 13 digits, also of one of 10; null for anything else. */
export function isbn13Of(text: string): string | null {
  const isbn = isbnOf(text)
  if (isbn === null || isbn.length === 13) return isbn
  const digits = `978${isbn.slice(0, 9)}`
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** Sites that have an id for each issue. Elsewhere all volumes of a series may have the same one. */
export const SITES_OF_BOOKS: readonly string[] = EXTERNAL_SOURCES.filter(({ pages }) =>
  pages?.some(page => page.of === 'book'),
).map(({ source }) => source)

interface Numbered {
  readonly number: number | null
  readonly volume: number | null
  readonly chapter: number | null
}

/** Books that say the same of their place in a series. */
export function placeKey({ number, volume, chapter }: Numbered): string {
  return `${number} ${volume} ${chapter}`
}
