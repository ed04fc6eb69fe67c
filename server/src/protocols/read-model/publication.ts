import { timestamp } from '../../kernel/clock'
import type { BookModel, PersonModel } from './book-model'

/** A protocol's address of a series. */
export interface SeriesAddress {
  series(id: string): { readonly href: string; readonly type: string }
}

/** Maximum number of people and names per publication. */
const MOST_NAMES = 20

/** Roles by their names in Readium; people in other roles are contributors. */
const ROLES: Readonly<Record<string, string>> = {
  author: 'author',
  co_author: 'author',
  writer: 'author',
  translator: 'translator',
  editor: 'editor',
  cover_artist: 'artist',
  illustrator: 'illustrator',
  letterer: 'letterer',
  penciller: 'penciler',
  colorist: 'colorist',
  inker: 'inker',
}

/** A book as Readium metadata, for feeds and manifests. */
export function publicationMetadata(book: BookModel, addresses: SeriesAddress) {
  const subjects = [...new Set([...book.genres, ...book.tags])].slice(0, MOST_NAMES)
  return {
    '@type': book.hasPages ? 'http://schema.org/ComicIssue' : 'http://schema.org/Book',
    title: book.title,
    ...(book.titleSort && { sortAs: book.titleSort }),
    // Apps have stored it.
    identifier: `urn:uuid:${book.id}`,
    ...(book.isbns.length > 0 && { altIdentifier: book.isbns.slice(0, MOST_NAMES).map(isbn => ({ value: isbn })) }),
    modified: timestamp(book.updatedAt),
    ...publishedOf(book),
    ...(book.language && { language: book.language }),
    ...contributors(book.authors),
    ...(book.publisher && { publisher: book.publisher }),
    ...(book.imprint && { imprint: book.imprint }),
    ...(subjects.length > 0 && { subject: subjects }),
    ...(book.summary && { description: book.summary }),
    ...(book.pageCount > 0 && { numberOfPages: book.pageCount }),
    ...(book.hasPages && { readingProgression: book.direction === 'rtl' ? 'rtl' : 'ltr' }),
    belongsTo: {
      series: [
        {
          name: book.series.name,
          ...(book.number !== null && { position: book.number }),
          links: [addresses.series(book.series.id)],
        },
      ],
    },
  }
}

/** Unknown parts of the date are the first. */
function publishedOf({ released }: BookModel) {
  if (!released) return {}
  const { year, month, day } = released
  const date = new Date(Date.UTC(2000, (month ?? 1) - 1, day ?? 1))
  date.setUTCFullYear(year, (month ?? 1) - 1, day ?? 1)
  return { published: date.toISOString().slice(0, 10) }
}

function contributors(people: readonly PersonModel[]): Readonly<Record<string, readonly object[]>> {
  const named = Map.groupBy(people.slice(0, MOST_NAMES), ({ role }) => ROLES[role] ?? 'contributor')
  const lists = Array.from(named, ([role, all]) => {
    const unique = [...new Map(all.map(each => [each.name, each])).values()]
    return [
      role,
      unique.map(({ name, sortName, role: said }) => ({
        name,
        ...(sortName && { sortAs: sortName }),
        ...(role === 'contributor' && { role: said }),
      })),
    ] as const
  })
  return Object.fromEntries(lists)
}

/** Text that any JSON parser accepts: without lone surrogates and invisible characters. */
export function jsonDocument(value: object): string {
  // One check of the whole text is cheaper than one per part, and nearly every text is clean.
  const text = JSON.stringify(value)
  if (!MAY_BE_UNCLEAN.test(text)) return text
  return JSON.stringify(value, (_, part: unknown) => {
    return typeof part === 'string' && UNCLEAN.test(part) ? part.replace(FORBIDDEN, '') : part
  })
}

/** JSON.stringify escapes control characters and lone surrogates; everything else is unescaped. */
const MAY_BE_UNCLEAN = /[\x7F\uFFFE\uFFFF]|\\[ubf]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
const FORBIDDEN = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F\uFFFE\uFFFF]|\p{Surrogate}/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same
const UNCLEAN = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F\uFFFE\uFFFF]|\p{Surrogate}/u
