import { timestamp } from '../../kernel/clock'
import type { BookModel, PersonModel } from './book-model'

/** Where a protocol has a series. */
export interface SeriesAddress {
  series(id: string): { readonly href: string; readonly type: string }
}

/** Names and words beyond these are left out: a publication is a card, not the catalogue. */
const MOST_NAMES = 20

/** The contract's roles by the names that Readium has for them; people of other roles are contributors. */
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

/** A book as Readium's metadata, for feeds and manifests. */
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

/** What is not known of the date is the first of it. */
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

/** Text as any reader of JSON takes it: without halves of characters and what cannot be seen. */
export function jsonDocument(value: object): string {
  // One look at the whole text is cheaper than one at each part, and nearly every text is clean.
  const text = JSON.stringify(value)
  if (!MAY_BE_UNCLEAN.test(text)) return text
  return JSON.stringify(value, (_, part: unknown) => {
    return typeof part === 'string' && UNCLEAN.test(part) ? part.replace(FORBIDDEN, '') : part
  })
}

/** JSON writes control characters and halves of characters as escapes; the rest stands in it as it is. */
const MAY_BE_UNCLEAN = /[\x7F\uFFFE\uFFFF]|\\[ubf]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
const FORBIDDEN = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F\uFFFE\uFFFF]|\p{Surrogate}/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same
const UNCLEAN = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F\uFFFE\uFFFF]|\p{Surrogate}/u
