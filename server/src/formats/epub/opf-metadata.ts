import { emptyMetadata } from '../empty-metadata'
import type { EmbeddedMetadata } from '../facts'
import { dateIn } from '../release-date'
import { ratingOf, webOf } from '../sidecar/said-text'
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
import { calibreColumns } from './calibre-columns'
import { htmlToText } from './html-to-text'
import { readIdentifiers } from './opf-identifiers'
import { namedMeta, type Refinements, readRefinements } from './opf-meta'
import { readOwnMetas } from './opf-own'
import { readPeople } from './opf-people'
import { readCollections } from './opf-series'
import type { PackageDocument } from './package-document'

/** The package's metadata of the book; null without a metadata element. */
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
  const ids = readIdentifiers(metadata, refinements)
  const description = linesOf(childrenNamed(metadata, 'description')[0])
  return {
    ...emptyMetadata('opf'),
    ...readTitles(metadata, refinements),
    ...readCollections(metadata, refinements),
    ...readOwnMetas(metadata),
    summary: htmlToText(description) || null,
    publisher: text('publisher'),
    ...readDate(metadata),
    languageIso: childrenNamed(metadata, 'language').map(textOf).find(isLanguage) ?? null,
    readingDirection: directionOf(direction),
    genres: [...new Set(childrenNamed(metadata, 'subject').map(textOf))].filter(subject => subject !== ''),
    authors: readPeople(metadata, refinements),
    communityRating: ratingOf(namedMeta(metadata, 'calibre:rating'), 10),
    isbns: ids.isbns,
    identifiers: ids.identifiers,
    ...webOf(ids.links),
    calibre: calibreColumns(metadata),
  }
}

/** Reads a stand-alone package document, as Calibre stores it next to a book; null if it is not one. */
export function readOpf(bytes: Buffer): EmbeddedMetadata | null {
  const root = parseXml(bytes, { doctype: 'refused', cutOff: 'refused' })
  if (isFault(root) || root.name !== 'package') return null
  const said = readOpfMetadata({ metadata: childNamed(root, 'metadata'), direction: null })
  // Calibre writes the year 101 for no date.
  const date = said?.year === 101 ? { year: null, month: null, day: null } : {}
  return said && { ...said, ...date, source: 'opf_file' }
}

/** True for books with pages of a fixed size: rendition:layout, or the older markers of Apple and Amazon. */
export function isFixedLayout(metadata: XmlElement | undefined): boolean {
  if (metadata === undefined) return false
  for (const meta of descendantsNamed(metadata, 'meta')) {
    if (meta.attributes.property === 'rendition:layout') return textOf(meta) === 'pre-paginated'
    if (meta.attributes.name === 'fixed-layout') return meta.attributes.content === 'true'
  }
  return false
}

/** True if no two pages belong next to each other: rendition:spread. */
export function isWithoutSpreads(metadata: XmlElement | undefined): boolean {
  const metas = metadata === undefined ? [] : [...descendantsNamed(metadata, 'meta')]
  return metas.some(meta => meta.attributes.property === 'rendition:spread' && textOf(meta) === 'none')
}

type Titles = Pick<EmbeddedMetadata, 'title' | 'titleSort' | 'subtitle' | 'edition'>

/** EPUB 3 gives the type of each title; without types the first is the title. */
function readTitles(metadata: XmlElement, refinements: Refinements): Titles {
  const titles = childrenNamed(metadata, 'title').flatMap(element => {
    const refined = refinements.get(element.attributes.id ?? '')
    const said = {
      text: textOf(element),
      type: refined?.get('title-type') ?? null,
      sort: refined?.get('file-as') ?? '',
    }
    return said.text === '' ? [] : [said]
  })
  const of = (type: string) => titles.find(title => title.type === type)
  const main = of('main') ?? titles.find(({ type }) => type === null) ?? titles[0]
  return {
    title: main?.text ?? null,
    titleSort: main?.sort || namedMeta(metadata, 'calibre:title_sort'),
    subtitle: of('subtitle')?.text ?? null,
    edition: of('edition')?.text ?? namedMeta(metadata, 'schema:bookEdition'),
  }
}

/** The date of publication; EPUB 2 may name others too (conversion, modification). */
function readDate(metadata: XmlElement): Pick<EmbeddedMetadata, 'year' | 'month' | 'day'> {
  const dates = childrenNamed(metadata, 'date')
  const best =
    dates.find(date => date.attributes.event === 'publication') ??
    dates.find(date => date.attributes.event === undefined) ??
    dates[0]
  return dateIn(textOf(best))
}

/** `und` stands for no language. */
function isLanguage(tag: string): boolean {
  return tag !== '' && tag.toLowerCase() !== 'und'
}

function directionOf(direction: string | null): EmbeddedMetadata['readingDirection'] {
  return direction === 'rtl' || direction === 'ltr' ? direction : null
}
