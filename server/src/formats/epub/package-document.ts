import { refuse } from '../problem'
import {
  childNamed,
  childrenNamed,
  descendantsNamed,
  findElement,
  isFault,
  textOf,
  type XmlElement,
} from '../xml/xml-document'
import { type EpubMembers, type Resolve, readDocument, resolverOf } from './members'

/** The package document (OPF) as written; its readers interpret it. */
export interface PackageDocument {
  readonly path: string
  readonly version: string
  /** Unique identifier of this book, as written; null without one. */
  readonly identifier: string | null
  readonly metadata: XmlElement | undefined
  readonly manifest: ReadonlyMap<string, ManifestItem>
  readonly spine: readonly SpineReference[]
  /** page-progression-direction */
  readonly direction: string | null
  /** Manifest id of the NCX. */
  readonly ncxId: string | null
  /** Path of the guide's cover document. */
  readonly guideCover: string | null
}

export interface ManifestItem {
  readonly id: string
  /** Path in the archive; null if the address leads to nothing in it. */
  readonly path: string | null
  readonly mediaType: string
  readonly properties: readonly string[]
}

export interface SpineReference {
  /** Undefined if the manifest lacks the item. */
  readonly item: ManifestItem | undefined
  readonly linear: boolean
  readonly properties: readonly string[]
}

const CONTAINER_PATH = 'META-INF/container.xml'

/** Finds and reads the package document. Throws FileProblemError without one. */
export function readPackage(members: EpubMembers): PackageDocument {
  const path = packagePath(members)
  const root = readDocument(members, path)
  if (root === undefined) return refuse('parser', 'corrupt', 'The package document of the EPUB is missing.')
  if (root === 'too-large') return refuse('parser', 'too-large', 'The package document of the EPUB is too large.')
  if (root === 'dtd') return refuse('parser', 'corrupt', 'The package document of the EPUB declares entities.')
  if (isFault(root) || root.name !== 'package') {
    return refuse('parser', 'corrupt', 'The package document of the EPUB cannot be read.')
  }
  const resolve = resolverOf(members, path)
  const manifest = readManifest(resolve, root)
  const spine = childNamed(root, 'spine')
  return {
    path,
    version: root.attributes.version ?? '',
    identifier: readIdentifier(root),
    metadata: childNamed(root, 'metadata'),
    manifest,
    spine: readSpine(spine, manifest),
    direction: spine?.attributes['page-progression-direction'] ?? null,
    ncxId: spine?.attributes.toc ?? null,
    guideCover: readGuideCover(resolve, root),
  }
}

/** container.xml names the package documents; the first one counts. */
function packagePath(members: EpubMembers): string {
  const container = readDocument(members, CONTAINER_PATH)
  if (container === undefined) return refuse('parser', 'corrupt', 'The EPUB has no META-INF/container.xml.')
  const rootfile = isFault(container) ? undefined : findElement(container, 'rootfile')
  const named = rootfile?.attributes['full-path']
  if (named === undefined) return refuse('parser', 'corrupt', 'META-INF/container.xml cannot be read.')
  return resolverOf(members, '')(named) ?? refuse('parser', 'corrupt', 'The package document of the EPUB is missing.')
}

function readIdentifier(root: XmlElement): string | null {
  const id = root.attributes['unique-identifier']
  const metadata = childNamed(root, 'metadata')
  if (id === undefined || metadata === undefined) return null
  for (const found of descendantsNamed(metadata, 'identifier')) if (found.attributes.id === id) return textOf(found)
  return null
}

function readManifest(resolve: Resolve, root: XmlElement): Map<string, ManifestItem> {
  const manifest = childNamed(root, 'manifest')
  const items = manifest === undefined ? [] : childrenNamed(manifest, 'item')
  return new Map(
    items.flatMap(({ attributes }) => {
      const { id, href } = attributes
      if (id === undefined || href === undefined) return []
      const item: ManifestItem = {
        id,
        path: resolve(href),
        mediaType: attributes['media-type']?.trim().toLowerCase() ?? '',
        properties: (attributes.properties ?? '').split(/\s+/),
      }
      return [[id, item] as const]
    }),
  )
}

function readSpine(spine: XmlElement | undefined, manifest: ReadonlyMap<string, ManifestItem>): SpineReference[] {
  const references = spine === undefined ? [] : childrenNamed(spine, 'itemref')
  return references.map(({ attributes }) => ({
    item: manifest.get(attributes.idref ?? ''),
    linear: attributes.linear !== 'no',
    properties: (attributes.properties ?? '').split(/\s+/),
  }))
}

function readGuideCover(resolve: Resolve, root: XmlElement): string | null {
  const guide = childNamed(root, 'guide')
  const cover = guide && childrenNamed(guide, 'reference').find(one => one.attributes.type?.toLowerCase() === 'cover')
  return cover?.attributes.href === undefined ? null : resolve(cover.attributes.href)
}
