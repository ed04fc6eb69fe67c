import { timestamp } from '../../kernel/clock'
import { AUTHOR_ROLES, type BookModel } from '../read-model'
import type { Addresses } from './addresses'
import { coverLinks } from './cover-links'
import { type Entry, link, urn } from './feed'
import { element, linksOf, type Markup, textElement } from './xml'

/** Maximum number of people and names per entry. */
const MOST_NAMES = 20

const alternate = linksOf('alternate', 'text/html')
const stream = linksOf('http://vaemendis.net/opds-pse/stream', 'image/jpeg')

/** A book with its downloads; `streaming`: the viewer may read single pages. */
export function bookEntry(book: BookModel, streaming: boolean, addresses: Addresses): Entry {
  const { file } = book
  const { file: download, webPage } = addresses.book(book.id)
  const markup = element(
    'entry',
    {},
    textElement('id', urn(`book-${book.id}`)),
    textElement('title', book.title),
    textElement('updated', timestamp(book.updatedAt)),
    textElement('published', timestamp(book.createdAt)),
    ...people(book),
    textElement('summary', book.summary),
    ...facts(book),
    ...coverLinks('books', book.id, book.cover, addresses),
    link('http://opds-spec.org/acquisition', download, file.mediaType, {
      ...(file.length !== null && { length: file.length }),
      title: file.sentName,
    }),
    streaming && book.hasPages ? streamLink(book, addresses) : null,
    // RFC 4287, section 4.1.1.1: an entry without content needs an alternate link.
    alternate(webPage),
  )
  return { updatedAt: book.updatedAt, markup }
}

/** Single pages by OPDS-PSE 1.2; the last read page counts from 1, the template's page from 0. */
function streamLink({ id, pageCount, progress }: BookModel, addresses: Addresses): Markup {
  return stream(addresses.book(id).pageTemplate, {
    'pse:count': pageCount,
    'pse:lastRead': progress?.page,
    'pse:lastReadDate': progress && timestamp(progress.updatedAt),
  })
}

function people({ authors: all }: BookModel): (Markup | null)[] {
  const named = (isWanted: boolean) =>
    [...new Set(all.filter(({ role }) => AUTHOR_ROLES.has(role) === isWanted).map(({ name }) => name))].slice(
      0,
      MOST_NAMES,
    )
  const authors = named(true)
  const others = named(false).filter(name => !authors.includes(name))
  const person = (element_: string) => (name: string) => element(element_, {}, textElement('name', name))
  return [...authors.map(person('author')), ...others.map(person('contributor'))]
}

function facts(book: BookModel): (Markup | null)[] {
  const words = [...new Set([...book.genres, ...book.tags])]
  return [
    textElement('dcterms:language', book.language),
    textElement('dcterms:publisher', book.publisher),
    textElement('dcterms:issued', issued(book)),
    ...book.isbns.slice(0, MOST_NAMES).map(isbn => textElement('dcterms:identifier', `urn:isbn:${isbn}`)),
    textElement('dcterms:isPartOf', book.series.name),
    book.hasPages ? textElement('dcterms:extent', `${book.pageCount} pages`) : null,
    ...words.slice(0, MOST_NAMES).map(word => element('category', { term: word, label: word })),
  ]
}

/** The known part of the date: `1998`, `1998-04`, `1998-04-09`. */
function issued({ released }: BookModel): string | null {
  if (!released) return null
  const { year, month, day } = released
  const two = (part: number) => String(part).padStart(2, '0')
  const known = [String(year).padStart(4, '0'), ...(month ? [two(month), ...(day ? [two(day)] : [])] : [])]
  return known.join('-')
}
