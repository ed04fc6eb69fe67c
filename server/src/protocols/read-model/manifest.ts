import { OPDS2_MEDIA_TYPES } from '@octavo/contract/opds2'
import type { Locator, PublicationTocEntry } from '@octavo/contract/publication'
import type { OpenBook } from '../../features/catalogue/pages'
import { publicationParts } from '../../features/catalogue/publications'
import { AppError } from '../../kernel/app-error'
import type { BookModel } from './book-model'
import { publicationMetadata, type SeriesAddress } from './publication'

/** A protocol's addresses for the parts of a book. */
export interface ManifestAddresses extends SeriesAddress {
  readonly self: string
  readonly file: string
  readonly cover: string
  readonly positions: string
  readonly progression: string
  /** Of a part of an EPUB, by its encoded path. */
  part(path: string): string
  /** Of a page, 1-based, original or as JPEG. */
  page(number: number, version: string, asJpeg: boolean): string
}

const CONTEXT = 'https://readium.org/webpub-manifest/context.jsonld'
const PROFILE = 'https://readium.org/webpub-manifest/profiles'

/** The Readium manifest of an EPUB: reading order, resources and contents. */
export function epubManifest(
  book: BookModel,
  { publication }: Pick<publicationParts.OpenPublication, 'publication'>,
  addresses: ManifestAddresses,
) {
  const view = publicationParts.manifestView(publication, book.title)
  const typeOf = new Map(
    publication.members.map(member => [
      publicationParts.addressOfPath(member.path),
      publicationParts.servedType(member),
    ]),
  )
  const parts = <Part extends { readonly href: string; readonly type: string }>(all: readonly Part[]) => {
    // Duplicate parts are listed once: hrefs identify parts.
    const unique = [...new Map(all.map(each => [each.href, each])).values()]
    return unique.map(({ href, type }) => ({ href: addresses.part(href), type: typeOf.get(href) ?? type }))
  }
  const { direction, fixedLayout } = publication
  return {
    '@context': CONTEXT,
    metadata: {
      ...publicationMetadata(book, addresses),
      conformsTo: `${PROFILE}/epub`,
      layout: fixedLayout ? 'fixed' : 'reflowable',
      ...(direction !== 'auto' && { readingProgression: direction }),
    },
    links: linksOf(book, addresses, OPDS2_MEDIA_TYPES.webpub),
    readingOrder: parts(view.readingOrder),
    resources: [{ rel: 'cover', href: addresses.cover, type: 'image/jpeg' }, ...parts(view.resources)],
    toc: tocOf(view.toc, addresses),
  }
}

/** Types that apps show directly: pages of other types are sent as JPEG. */
const PLAIN = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'])

/** The Readium manifest of a book of pages, which are images in every format. */
export function pagesManifest(
  book: BookModel,
  { pages, version }: Pick<OpenBook, 'pages' | 'version'>,
  addresses: ManifestAddresses,
) {
  return {
    '@context': CONTEXT,
    metadata: { ...publicationMetadata(book, addresses), conformsTo: `${PROFILE}/divina`, layout: layoutOf(book) },
    links: linksOf(book, addresses, OPDS2_MEDIA_TYPES.divina),
    readingOrder: pages.map(({ mediaType, width, height }, at) => ({
      ...pageLink({ mediaType, version }, at + 1, addresses),
      ...(width && height && { width, height }),
    })),
    resources: [{ rel: 'cover', href: addresses.cover, type: 'image/jpeg' }],
  }
}

/** A page of a book, as manifest, positions and places name it. */
function pageLink(
  { mediaType, version }: { readonly mediaType: string; readonly version: string },
  number: number,
  addresses: Pick<ManifestAddresses, 'page'>,
) {
  const isPlain = PLAIN.has(mediaType)
  return { href: addresses.page(number, version, !isPlain), type: isPlain ? mediaType : 'image/jpeg' }
}

/** The page of a place. A book that cannot be opened has no pages: its address names none of its versions. */
export async function linkOfPage(
  open: () => Promise<Pick<OpenBook, 'pages' | 'version'>>,
  number: number,
  addresses: Pick<ManifestAddresses, 'page'>,
) {
  const found = await open().catch(error => {
    if (error instanceof AppError) return null
    throw error
  })
  const mediaType = found?.pages[number - 1]?.mediaType ?? 'image/jpeg'
  return pageLink({ mediaType, version: found?.version ?? '' }, number, addresses)
}

/** A webtoon is one long strip. */
const layoutOf = ({ direction }: BookModel) => (direction === 'webtoon' ? 'scrolled' : 'fixed')

function linksOf(book: BookModel, addresses: ManifestAddresses, type: string) {
  const { file } = book
  return [
    { rel: 'self', href: addresses.self, type },
    {
      ...{ rel: 'http://opds-spec.org/acquisition/open-access', href: addresses.file, type: file.mediaType },
      ...(file.length && { size: file.length }),
    },
    {
      ...{ rel: 'http://readium.org/position-list', href: addresses.positions },
      type: OPDS2_MEDIA_TYPES.positions,
    },
    {
      ...{ rel: 'http://www.cantook.com/api/progression', href: addresses.progression },
      type: OPDS2_MEDIA_TYPES.progression,
    },
  ]
}

interface TocLink {
  readonly href: string
  readonly title: string
  readonly children?: readonly TocLink[]
}

/** A heading without a target links to the first target below it; without one it is left out. */
function tocOf(entries: readonly PublicationTocEntry[], addresses: ManifestAddresses): TocLink[] {
  return entries.flatMap(({ title, href, children }): TocLink[] => {
    const below = tocOf(children, addresses)
    const target = href === null ? below[0]?.href : addresses.part(cleanFragment(href))
    if (target === undefined) return []
    return [{ href: target, title: title || '?', ...(below.length > 0 && { children: below }) }]
  })
}

/** A fragment is as written in the book, which may be invalid in an address. */
function cleanFragment(href: string): string {
  const at = href.indexOf('#')
  if (at === -1) return href
  const fragment = href
    .slice(at + 1)
    .toWellFormed()
    .replace(/%(?![0-9A-Fa-f]{2})/g, '%25')
    .replace(/[^\w.~!$&'()*+,;=:@/?%-]/gu, sign => encodeURIComponent(sign))
  return `${href.slice(0, at)}#${fragment}`
}

/** Maximum number of positions in an answer: a step is 1024 bytes of text, and no book has so many. */
const MOST_POSITIONS = 50_000
/** Maximum number of characters of all their addresses, each of which names its path. */
const MOST_ADDRESSES = 16 * 1024 * 1024

/** The positions of an EPUB, evenly spread over its text. */
export function epubPositions(
  { publication: { readingOrder } }: Pick<publicationParts.OpenPublication, 'publication'>,
  addresses: Pick<ManifestAddresses, 'part'>,
) {
  const total = Math.min(
    MOST_POSITIONS,
    readingOrder.reduce((sum, { positions }) => sum + positions, 0),
  )
  const list: Locator[] = []
  let left = MOST_ADDRESSES
  for (const { path, mediaType, positions } of readingOrder) {
    const href = addresses.part(publicationParts.addressOfPath(path))
    const type = publicationParts.servedType({ path, mediaType })
    for (let at = 0; at < positions && list.length < total && left >= href.length; at++) {
      left -= href.length
      const position = list.length + 1
      const locations = { position, progression: at / positions, totalProgression: (position - 1) / total }
      list.push({ href, type, locations })
    }
  }
  return { total: list.length, positions: list }
}

/** Those of a book of pages: one for each. */
export function pagePositions(
  { pages, version }: Pick<OpenBook, 'pages' | 'version'>,
  addresses: Pick<ManifestAddresses, 'page'>,
) {
  const total = pages.length
  const positions = pages.map(({ mediaType }, at) => ({
    ...pageLink({ mediaType, version }, at + 1, addresses),
    locations: { position: at + 1, progression: 0, totalProgression: at / total },
  }))
  return { total, positions }
}
