import type { BookAuthorDto } from '@octavo/contract/book'
import type { BookRow } from '../../features/catalogue/books'
import type { MetadataRow } from '../../features/catalogue/metadata'
import { sentFile } from '../../features/catalogue/pages'
import { timestamp } from '../../kernel/clock'
import { type Addresses, hasPageImages } from './addresses'
import { type Entry, link, urn } from './feed'
import { coverLinks } from './navigation-entry'
import { element, type Markup, textElement } from './xml'

/** Roles whose people a reader calls the author. */
const AUTHOR_ROLES: ReadonlySet<string> = new Set(['author', 'writer'])
/** People and words beyond these are left out: an entry is a card, not the catalogue. */
const MOST_NAMES = 20

export interface BookEntryFacts {
  readonly metadata: MetadataRow | undefined
  /** Whether the viewer may read single pages. */
  readonly streaming: boolean
}

/** A book with its downloads. */
export function bookEntry(book: BookRow, { metadata, streaming }: BookEntryFacts, addresses: Addresses): Entry {
  const { file, webPage } = addresses.book(book.id)
  const mediaType = sentFile.fileMediaType(book.file_name, book.file_format)
  const markup = element(
    'entry',
    {},
    textElement('id', urn(`book-${book.id}`)),
    textElement('title', book.title || book.file_name),
    textElement('updated', timestamp(book.updated_at)),
    textElement('published', timestamp(book.created_at)),
    ...people(metadata),
    textElement('summary', book.summary ?? metadata?.summary),
    ...(metadata ? facts(metadata) : []),
    ...coverLinks(addresses.bookCover(book, streaming), addresses.bookThumbnail(book)),
    link('http://opds-spec.org/acquisition', file, mediaType, {
      // An archive built from a folder on request has another size than the folder.
      ...(sentFile.downloadName(book.file_name) === book.file_name && { length: book.file_size }),
      title: sentFile.downloadName(book.file_name),
    }),
    streaming && hasPageImages(book) ? streamLink(book, addresses) : null,
    // RFC 4287, section 4.1.1.1: an entry without content needs another form of itself.
    link('alternate', webPage, 'text/html'),
  )
  return { updatedAt: book.updated_at, markup }
}

/** Single pages by OPDS-PSE 1.2; the last page read counts from 1, the template's page from 0. */
function streamLink(book: BookRow, addresses: Addresses): Markup {
  return link('http://vaemendis.net/opds-pse/stream', addresses.book(book.id).pageTemplate, 'image/jpeg', {
    'pse:count': book.page_count,
    'pse:lastRead': book.progress_page,
    'pse:lastReadDate': book.progress_updated_at === null ? null : timestamp(book.progress_updated_at),
  })
}

function people(metadata: MetadataRow | undefined): (Markup | null)[] {
  if (!metadata) return []
  const all = JSON.parse(metadata.authors) as BookAuthorDto[]
  const named = (wanted: boolean) =>
    [...new Set(all.filter(({ role }) => AUTHOR_ROLES.has(role ?? 'author') === wanted).map(({ name }) => name))]
      .filter(name => name !== '')
      .slice(0, MOST_NAMES)
  const authors = named(true)
  const others = named(false).filter(name => !authors.includes(name))
  const person = (element_: string) => (name: string) => element(element_, {}, textElement('name', name))
  return [...authors.map(person('author')), ...others.map(person('contributor'))]
}

function facts(metadata: MetadataRow): (Markup | null)[] {
  const isbns = JSON.parse(metadata.isbns) as string[]
  const words = [...(JSON.parse(metadata.genres) as string[]), ...(JSON.parse(metadata.tags) as string[])]
  return [
    textElement('dcterms:language', metadata.language_iso),
    textElement('dcterms:publisher', metadata.publisher),
    textElement('dcterms:issued', issued(metadata)),
    ...isbns.slice(0, MOST_NAMES).map(isbn => textElement('dcterms:identifier', `urn:isbn:${isbn}`)),
    ...[...new Set(words)].slice(0, MOST_NAMES).map(word => element('category', { term: word, label: word })),
  ]
}

/** As much of the date as is known: `1998`, `1998-04`, `1998-04-09`. */
function issued({ year, month, day }: MetadataRow): string | null {
  if (year === null || year < 1 || year > 9999) return null
  const two = (part: number) => String(part).padStart(2, '0')
  const known = [String(year).padStart(4, '0'), ...(month ? [two(month), ...(day ? [two(day)] : [])] : [])]
  return known.join('-')
}
