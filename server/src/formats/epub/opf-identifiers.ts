import { isbnOf } from '../empty-metadata'
import type { Identifier } from '../facts'
import { sourceOf, webLinksIn } from '../sidecar/said-text'
import { childrenNamed, textOf, type XmlElement } from '../xml/xml-document'
import type { Refinements } from './opf-meta'

/** Ids of the file itself, which have no page. */
const OWN: ReadonlySet<string> = new Set(['uuid', 'calibre', 'uid', 'bookid', 'epubuid'])

interface OpfIdentifiers {
  readonly isbns: readonly string[]
  readonly identifiers: readonly Identifier[]
  readonly links: readonly string[]
}

/**
 * `<identifier scheme="GOODREADS">1</identifier>` of EPUB 2 and calibre, `goodreads:1` and `urn:goodreads:1` of EPUB 3.
 * An ISBN with a wrong check digit is ignored.
 */
export function readIdentifiers(metadata: XmlElement, refinements: Refinements): OpfIdentifiers {
  const isbns: string[] = []
  const identifiers: Identifier[] = []
  const links: string[] = []
  for (const element of childrenNamed(metadata, 'identifier')) {
    const value = textOf(element)
    const scheme = schemeOf(element, refinements)
    const isClaimed = scheme.startsWith('isbn') || /^(?:urn:)?isbn/i.test(value)
    // A bare number of ten digits may be anything; one of thirteen with the prefix and a valid check digit is an ISBN.
    const isbn = isClaimed || /^97[89]/.test(value) ? isbnOf(value) : null
    if (isbn !== null) isbns.push(isbn)
    else if (!isClaimed) {
      const found = addressesIn(value)
      links.push(...found)
      if (found.length === 0) identifiers.push(...idIn(scheme, value))
    }
  }
  return { isbns: [...new Set(isbns)], identifiers, links }
}

/** The addresses that an identifier is, also behind the scheme that calibre and Standard Ebooks write: `url:https://…`. */
export function addressesIn(value: string): string[] {
  return webLinksIn(value.replace(/^ur[il]\d{0,3}:(?=https?:)/i, ''))
}

/** EPUB 3 uses ONIX codes, of which 15 and 02 are ISBNs. */
function schemeOf(element: XmlElement, refinements: Refinements): string {
  const code = refinements.get(element.attributes.id ?? '')?.get('identifier-type') ?? ''
  const word = element.attributes.scheme ?? (code === '15' || code === '02' ? 'isbn' : code)
  return word.trim().toLowerCase()
}

/** The id in a value with a scheme in lower case, which may be empty. */
export function idIn(scheme: string, value: string): Identifier[] {
  const [, prefix = '', rest = ''] = /^(?:urn:)?([a-z][a-z0-9_-]{1,30}):(\S+)$/i.exec(value) ?? []
  const named = prefix !== '' && (scheme === '' || value.toLowerCase().startsWith('urn:'))
  const source = sourceOf(named ? prefix : scheme)
  const id = named ? rest : value
  return source === '' || id === '' || OWN.has(source) ? [] : [{ source, id, of: 'book' }]
}
