import { own } from '../../kernel/own'
import { isbnOf } from '../empty-metadata'
import type { EmbeddedMetadata, Identifier } from '../facts'

/** A whole number without a sign: ComicInfo uses -1 for "not set". */
export function wholeNumber(text: string | null | undefined): number | null {
  const digits = text?.trim() ?? ''
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null
}

/** A rating scaled from its maximum to 0 to 5; null for anything else. */
export function ratingOf(text: string | null | undefined, most: number): number | null {
  const value = Number(text?.trim().replace(',', '.') || Number.NaN)
  return value >= 0 && value <= most ? (value * 5) / most : null
}

/** Splits names at commas, without duplicates. */
export function namesIn(text: string | null | undefined, separator: string | RegExp = ','): string[] {
  const items = (text ?? '').split(separator).map(item => item.trim())
  return [...new Set(items.filter(item => item !== ''))]
}

/** What follows a comma in a person's own name. */
const NAME_SUFFIX = /^(?:jr|sr|ii|iii|iv|esq|ph\.? ?d|m\.? ?d)\.?$/i

/** Splits people at commas, but not `M. J. Reeves, Jr.` */
export function peopleIn(text: string | null | undefined): string[] {
  const people: string[] = []
  for (const item of (text ?? '').split(',').map(part => part.trim())) {
    const before = people.at(-1)
    if (before !== undefined && NAME_SUFFIX.test(item)) people[people.length - 1] = `${before}, ${item}`
    else if (item !== '') people.push(item)
  }
  return [...new Set(people)]
}

/** Splits addresses at spaces, and at commas between them; only safe schemes. */
export function webLinksIn(text: string | null | undefined): string[] {
  const parts = (text ?? '').split(/\s+|,(?=https?:\/\/)/i).map(withoutCommas)
  return [...new Set(parts.filter(link => /^https?:\/\/\S+$/i.test(link) && URL.canParse(link)))]
}

function withoutCommas(text: string): string {
  let end = text.length
  while (text[end - 1] === ',') end--
  return text.slice(0, end)
}

/** The members `web` and `webLinks` for some addresses. */
export function webOf(links: readonly string[]): Pick<EmbeddedMetadata, 'web' | 'webLinks'> {
  return { web: links[0] ?? null, webLinks: [...new Set(links)] }
}

/** Normalises the name of an id source: `Comic Vine` is `comicvine`. */
export function sourceOf(name: string): string {
  const word = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  return own(SHORT_SOURCES, word) ?? word
}

const SHORT_SOURCES: Readonly<Record<string, string>> = { grandcomicsdatabase: 'gcd', leagueofcomicgeeks: 'locg' }

/** ISBNs and other trade numbers with a valid check digit; `urn:comicvine:issue:1` is an id of another source. */
export function tradeNumbers(text: string | null | undefined): Pick<EmbeddedMetadata, 'isbns' | 'identifiers'> {
  const isbns: string[] = []
  const identifiers: Identifier[] = []
  for (const part of namesIn(text, /[,;]/)) {
    const isbn = isbnOf(part)
    if (isbn !== null) isbns.push(isbn)
    else identifiers.push(...idsIn(part))
  }
  return { isbns: [...new Set(isbns)], identifiers }
}

function idsIn(part: string): Identifier[] {
  const [, source = '', kind = '', id = ''] =
    /^urn:([a-z0-9-]+):(?:(issue|series|volume):)?([^\s:]+)$/i.exec(part) ?? []
  if (source !== '' && source.toLowerCase() !== 'isbn') {
    const isSeries = kind !== '' && kind.toLowerCase() !== 'issue'
    return [{ source: sourceOf(source), id, of: isSeries ? 'series' : 'book' }]
  }
  const digits = part.replace(/[\s-]/g, '')
  // A comic's UPC has two or five additional digits for the issue.
  const [, upc = ''] = /^(\d{12})(?:\d{2}|\d{5})?$/.exec(digits) ?? []
  if (upc !== '' && digitIsRight(upc)) return [{ source: 'upc', id: digits, of: 'book' }]
  const isEan = /^(?:\d{8}|\d{13})$/.test(digits) && !/^97[89]/.test(digits)
  return isEan && digitIsRight(digits) ? [{ source: 'ean', id: digits, of: 'book' }] : []
}

/** The check digit of GS1: from the right, every second digit counts three times. */
function digitIsRight(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** The book type for a format description: `One-Shot`, `GN`. */
export function bookTypeOf(format: string | null): string | null {
  return own(TYPES, format?.toLowerCase().replace(/[^a-z]/g, '') ?? '') ?? null
}

const TYPES: Readonly<Record<string, string>> = {
  oneshot: 'oneshot',
  omnibus: 'omnibus',
  graphicnovel: 'graphic_novel',
  gn: 'graphic_novel',
  anthology: 'anthology',
  artbook: 'artbook',
  magazine: 'magazine',
  novella: 'novella',
  novel: 'novel',
  manga: 'manga',
}
