import type { CoverCandidate } from '../book-reading'
import { readSvg } from '../image/svg'
import { FORMAT_LIMITS } from '../limits'
import { isPageName } from '../page-names'
import { descendantsNamed, type XmlElement } from '../xml/xml-document'
import { readChecked } from '../zip/entry-bytes'
import { type EpubMembers, readOptionalDocument, resolverOf } from './members'
import { namedMeta } from './opf-meta'
import type { ManifestItem, PackageDocument } from './package-document'

const SVG = 'image/svg+xml'

/** True for images that count as pages of an EPUB: those a comic would have, not vector graphics. */
export function isRasterImage(item: { readonly path: string | null; readonly mediaType: string }): boolean {
  if (item.path === null || item.mediaType === SVG) return false
  return item.mediaType.startsWith('image/') || isPageName(item.path)
}

/**
 * Path of the cover image. In order: the item with the property cover-image, `<meta name="cover">`, the cover of the
 * guide, an image whose id holds "cover", the first image of the first document.
 */
export function findCover(members: EpubMembers, document: PackageDocument): string | null {
  const items = [...document.manifest.values()]
  const byProperty = items.find(item => item.properties.includes('cover-image'))
  const byMeta = document.manifest.get(namedMeta(document.metadata, 'cover') ?? '')
  for (const item of [byProperty, byMeta]) {
    const path = item === undefined ? null : imageOf(members, item)
    if (path !== null) return path
  }
  const byGuide = document.guideCover === null ? null : imageIn(members, document.guideCover)
  if (byGuide !== null) return byGuide
  const byId = items.find(item => isRasterImage(item) && /cover/i.test(item.id))
  return byId?.path ?? firstImage(members, document)
}

/**
 * The SVG that the package names as its cover, unless it shows an image of the book: it takes precedence over other
 * pictures. Empty without one, or if drawing it is not allowed.
 */
export function drawnCover(members: EpubMembers, { manifest, metadata }: PackageDocument): CoverCandidate[] {
  const byProperty = [...manifest.values()].find(item => item.properties.includes('cover-image'))
  const item = byProperty ?? manifest.get(namedMeta(metadata, 'cover') ?? '')
  if (item?.mediaType !== SVG || item.path === null || imageIn(members, item.path) !== null) return []
  const entry = members.byPath.get(item.path)
  if (entry === undefined || entry.size > FORMAT_LIMITS.xmlBytes) return []
  try {
    const bytes = readChecked(members.source, entry)
    const drawing = readSvg(bytes)
    if (drawing?.kind !== 'drawing') return []
    return [{ width: drawing.width, height: drawing.height, load: async () => ({ kind: 'encoded', bytes }) }]
  } catch {
    return []
  }
}

/** Documents at the front that are searched for an image. */
const FRONT_DOCUMENTS = 2

function firstImage(members: EpubMembers, document: PackageDocument): string | null {
  for (const { item } of document.spine.slice(0, FRONT_DOCUMENTS)) {
    const path = item === undefined ? null : imageOf(members, item)
    if (path !== null) return path
  }
  return null
}

function imageOf(members: EpubMembers, item: ManifestItem): string | null {
  if (item.path === null) return null
  return isRasterImage(item) ? item.path : imageIn(members, item.path)
}

/** The first image in a document, or the path itself if it is an image. */
function imageIn(members: EpubMembers, path: string): string | null {
  if (isPageName(path)) return path
  const root = readOptionalDocument(members, path)
  if (root === undefined) return null
  const resolve = resolverOf(members, path)
  for (const href of imageAddresses(root)) {
    const found = resolve(href)
    if (found !== null && isPageName(found)) return found
  }
  return null
}

function* imageAddresses(root: XmlElement): Generator<string> {
  for (const image of descendantsNamed(root, 'img')) if (image.attributes.src) yield image.attributes.src
  for (const image of descendantsNamed(root, 'image')) if (image.attributes.href) yield image.attributes.href
}
