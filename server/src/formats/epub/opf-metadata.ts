import { emptyMetadata, inRange, isbnOf } from '../empty-metadata'
import type { EmbeddedMetadata } from '../facts'
import {
  childNamed,
  childrenNamed,
  descendantsNamed,
  isFault,
  linesOf,
  parseXml,
  textOf,
  type XmlElement,
} from '../xml/xml-document'
import { htmlToText } from './html-to-text'
import { readPeople } from './opf-people'
import type { PackageDocument } from './package-document'
import type { Refinements } from './refinements'

/** What the package says about the book; null without a metadata element. */
export function readOpfMetadata({
  metadata,
  direction,
}: Pick<PackageDocument, 'metadata' | 'direction'>): EmbeddedMetadata | null {
  if (metadata === undefined) return null
  const refinements = readRefinements(metadata)
  const text = (name: string) =>
    childrenNamed(metadata, name)
      .map(textOf)
      .find(value => value !== '') ?? null
  const series = readSeries(metadata, refinements)
  const description = linesOf(childrenNamed(metadata, 'description')[0])
  return {
    ...emptyMetadata('opf'),
    title: text('title'),
    series: series?.name ?? null,
    number: series?.number ?? null,
    summary: htmlToText(description) || null,
    publisher: text('publisher'),
    ...readDate(metadata),
    languageIso: text('language'),
    readingDirection: directionOf(direction),
    isbns: readIsbns(metadata),
    genres: [...new Set(childrenNamed(metadata, 'subject').map(textOf))].filter(subject => subject !== ''),
    authors: readPeople(metadata, refinements),
  }
}

/** Reads a package document that stands alone, as Calibre stores it next to a book; null when it is none. */
export function readOpf(bytes: Buffer): EmbeddedMetadata | null {
  const root = parseXml(bytes, { doctype: 'refused', cutOff: 'refused' })
  if (isFault(root) || root.name !== 'package') return null
  return readOpfMetadata({ metadata: childNamed(root, 'metadata'), direction: null })
}

/** True for books whose pages have a fixed size: rendition:layout, or the older marks of Apple and Amazon. */
export function isFixedLayout(metadata: XmlElement | undefined): boolean {
  if (metadata === undefined) return false
  for (const meta of descendantsNamed(metadata, 'meta')) {
    if (meta.attributes.property === 'rendition:layout') return textOf(meta) === 'pre-paginated'
    if (meta.attributes.name === 'fixed-layout') return meta.attributes.content === 'true'
  }
  return false
}

/** Value of `<meta name= content=>`, as EPUB 2 and Calibre write it. */
export function namedMeta(metadata: XmlElement | undefined, name: string): string | null {
  if (metadata === undefined) return null
  for (const meta of descendantsNamed(metadata, 'meta')) {
    if (meta.attributes.name === name && meta.attributes.content) return meta.attributes.content.trim()
  }
  return null
}

function readRefinements(metadata: XmlElement): Refinements {
  const refinements = new Map<string, Map<string, string>>()
  for (const meta of descendantsNamed(metadata, 'meta')) {
    const { refines, property } = meta.attributes
    if (refines === undefined || property === undefined) continue
    const id = refines.replace(/^#/, '')
    const known = refinements.get(id) ?? new Map<string, string>()
    refinements.set(id, known.set(property, textOf(meta)))
  }
  return refinements
}

interface Series {
  readonly name: string
  readonly number: string | null
}

function readSeries(metadata: XmlElement, refinements: Refinements): Series | null {
  const name = namedMeta(metadata, 'calibre:series')
  if (name !== null) {
    // Calibre writes whole numbers as 1.0.
    const number = namedMeta(metadata, 'calibre:series_index')?.replace(/\.0+$/, '') ?? null
    return { name, number }
  }
  for (const meta of descendantsNamed(metadata, 'meta')) {
    if (meta.attributes.property !== 'belongs-to-collection' || meta.attributes.refines !== undefined) continue
    const refined = refinements.get(meta.attributes.id ?? '')
    const collection = textOf(meta)
    if (collection !== '') return { name: collection, number: refined?.get('group-position') ?? null }
  }
  return null
}

type PublicationDate = Pick<EmbeddedMetadata, 'year' | 'month' | 'day'>

/** The date of publication; EPUB 2 may name others too (conversion, modification). */
function readDate(metadata: XmlElement): PublicationDate {
  const dates = childrenNamed(metadata, 'date')
  const best =
    dates.find(date => date.attributes.event === 'publication') ??
    dates.find(date => date.attributes.event === undefined) ??
    dates[0]
  const parts = /^\s*(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?/.exec(textOf(best))
  const part = (index: number) => (parts?.[index] === undefined ? null : Number(parts[index]))
  return { year: inRange(part(1), 1, 9999), month: inRange(part(2), 1, 12), day: inRange(part(3), 1, 31) }
}

function readIsbns(metadata: XmlElement): string[] {
  const isbns = childrenNamed(metadata, 'identifier').flatMap(element => {
    const value = textOf(element)
    const claimed = element.attributes.scheme?.toLowerCase() === 'isbn' || /^(?:urn:)?isbn/i.test(value)
    // A bare number of ten digits is anything; of thirteen with the prefix and the check digit it is an ISBN.
    const isbn = claimed || /^97[89]/.test(value) ? isbnOf(value) : null
    return isbn === null ? [] : [isbn]
  })
  return [...new Set(isbns)]
}

function directionOf(direction: string | null): EmbeddedMetadata['readingDirection'] {
  return direction === 'rtl' || direction === 'ltr' ? direction : null
}
