import type { PdfDocument } from '../decoders'
import { emptyMetadata } from '../empty-metadata'
import { htmlToText } from '../epub/html-to-text'
import type { Contributor, EmbeddedMetadata } from '../facts'
import type { FileSource } from '../file-source'
import { isSignature } from '../people.rules'
import { dateIn } from '../release-date'
import { namesIn, ratingOf, sourceOf, tradeNumbers, webLinksIn, webOf, wholeNumber } from '../sidecar/said-text'
import { catalogFacts } from './catalog-facts'
import { readXmp, type Xmp } from './xmp-properties'

/**
 * Metadata of a PDF: its information dictionary, for missing values its XMP, and for a missing language its catalog.
 * Programs that set a title often write only the information. Null without any.
 */
export function pdfMetadata(document: PdfDocument, source: FileSource): EmbeddedMetadata | null {
  const { xmp: packet, language } = catalogFacts(source)
  const xmp = packet === null ? null : readXmp(packet)
  const info = informationOf(document)
  const said = xmp === null ? info : together(info, ofXmp(xmp))
  const metadata = { ...emptyMetadata('pdf'), ...said, languageIso: said.languageIso ?? language }
  return Object.keys(saidOnly(metadata)).length > 1 ? metadata : null
}

type Said = Partial<EmbeddedMetadata>

/** The information dictionary lists people in one text; the XMP has them separately. */
function together(info: Said, xmp: Said): Said {
  const letters = ({ authors = [] }: Said) => authors.map(({ name }) => name.replace(/[^\p{L}]/gu, '')).join('')
  const areSame = (xmp.authors?.length ?? 0) > 1 && letters(info) === letters(xmp)
  return { ...saidOnly(xmp), ...saidOnly(info), ...(areSame && { authors: xmp.authors ?? [] }) }
}

function saidOnly(said: Said): Said {
  const isSaid = (value: unknown) => value !== null && (typeof value !== 'object' || Object.keys(value).length > 0)
  return Object.fromEntries(Object.entries(said).filter(([, value]) => isSaid(value)))
}

function informationOf(document: PdfDocument): Said {
  const text = (key: string) => document.info(key) || null
  return {
    title: text('Title'),
    authors: writers(namesIn(text('Author'), /[;&]/)),
    summary: text('Subject'),
    tags: namesIn(text('Keywords'), /[,;]/),
  }
}

/** Dublin Core, PRISM, and calibre's properties. The file's own date is not the book's. */
function ofXmp(xmp: Xmp): Said {
  const { one, all } = xmp
  const numbers = tradeNumbers([...all('isbn'), ...all('eIsbn'), ...all('identifier')].join(','))
  const ids = xmp.pairs.map(([scheme, value]) => ({ source: sourceOf(scheme), id: value, of: 'book' as const }))
  const isbns = ids.filter(({ source }) => source === 'isbn').flatMap(({ id }) => tradeNumbers(id).isbns)
  const issn = one('issn')
  const doi = one('doi')
  const keywords = [...all('subject'), ...namesIn(one('Keywords'), /[,;]/), ...all('keyword')]
  return {
    title: one('title'),
    titleSort: one('title_sort'),
    subtitle: one('subtitle'),
    series: xmp.series?.name ?? one('publicationName'),
    number: xmp.series?.number ?? one('number'),
    volume: wholeNumber(one('volume')),
    summary: htmlToText(one('description') ?? '') || null,
    publisher: one('publisher'),
    edition: one('edition'),
    ...dateIn(one('coverDate') ?? one('publicationDate') ?? one('date')),
    languageIso: one('language'),
    tags: [...new Set(keywords)],
    authors: writers(all('creator')),
    communityRating: ratingOf(one('rating'), 10),
    isbns: [...new Set([...numbers.isbns, ...isbns])],
    identifiers: [
      ...numbers.identifiers,
      ...ids.filter(({ source }) => source !== 'isbn' && source !== 'uuid'),
      ...(issn === null ? [] : [{ source: 'issn', id: issn, of: 'series' as const }]),
      ...(doi === null ? [] : [{ source: 'doi', id: doi, of: 'book' as const }]),
    ],
    ...webOf(webLinksIn(one('url'))),
  }
}

function writers(names: readonly string[]): Contributor[] {
  return [...new Set(names)].filter(isSignature).map(name => ({ name, role: 'writer', sortName: null }))
}
