import type { Publication, PublicationMember } from '../facts'
import type { FileSource } from '../file-source'
import { mediaTypeOfName } from '../media-types'
import { refuse } from '../problem'
import { readDirectory } from '../zip/directory'
import { isReadableInPlace, locateData } from '../zip/entry-bytes'
import { isEpub, readSpineItems } from './epub-book'
import { type EpubMembers, indexMembers } from './members'
import { isFixedLayout, isWithoutSpreads, readOpfMetadata } from './opf-metadata'
import { type PackageDocument, readPackage } from './package-document'
import { lockedPaths, scrambledFonts } from './protection'
import { readToc } from './toc'

/** Reads an EPUB for a reading app: reading order, contents, and offset of each member. Throws FileProblemError. */
export function readPublication(source: FileSource): Publication {
  const entries = readDirectory(source)
  if (!isEpub(source, entries)) refuse('format_detection', 'unsupported', 'This is not an EPUB.')
  const members = indexMembers(source, entries)
  const document = readPackage(members)
  const locked = lockedPaths(members)
  if (locked.size > 0) refuse('parser', 'encrypted', 'The EPUB is under DRM.', { files: locked.size })
  const metadata = readOpfMetadata(document)
  return {
    title: metadata?.title ?? null,
    language: metadata?.languageIso ?? null,
    direction: document.direction === 'rtl' || document.direction === 'ltr' ? document.direction : 'auto',
    fixedLayout: isFixedLayout(document.metadata),
    withoutSpreads: isWithoutSpreads(document.metadata),
    readingOrder: readSpineItems(members, document),
    toc: readToc(members, document),
    members: listMembers(members, document),
  }
}

function listMembers(members: EpubMembers, document: PackageDocument): PublicationMember[] {
  const declared = new Map([...document.manifest.values()].map(item => [item.path, item.mediaType]))
  const fonts = scrambledFonts(members, document.identifier)
  return [...members.byPath.values()].flatMap(entry => {
    if (!isReadableInPlace(entry)) return []
    const mediaType = declared.get(entry.name) || mediaTypeOfName(entry.name)
    const { storedSize, size } = entry
    try {
      const offset = locateData(members.source, entry)
      const storage = entry.method === 0 ? ('stored' as const) : ('deflated' as const)
      const scrambled = fonts.get(entry.name)
      return [{ path: entry.name, mediaType, offset, storedSize, size, storage, ...(scrambled && { scrambled }) }]
    } catch {
      // An entry with a wrong offset in the directory cannot be served.
      return []
    }
  })
}
