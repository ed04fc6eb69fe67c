import type { FileProblem, Publication, PublicationMember } from '../facts'
import type { FileSource } from '../file-source'
import { mediaTypeOfName } from '../media-types'
import { fileProblem, refuse } from '../problem'
import { readDirectory } from '../zip/directory'
import { locateData } from '../zip/entry-bytes'
import type { ZipEntry } from '../zip/zip-entry'
import { isEpub, readSpineItems } from './epub-book'
import { type EpubMembers, indexMembers, problemOfPart } from './members'
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
  return [...members.byPath.values()].map(entry => {
    const { name: path, storedSize, size } = entry
    const mediaType = declared.get(path) || mediaTypeOfName(path)
    const storage = entry.method === 0 ? ('stored' as const) : ('deflated' as const)
    const scrambled = fonts.get(path)
    const part = { path, mediaType, storedSize, size, storage, ...(scrambled && { scrambled }) }
    const place = placeOf(members, entry)
    return typeof place === 'number' ? { ...part, offset: place } : { ...part, offset: 0, problem: place }
  })
}

/** The offset of a part's data, or why it cannot be served. */
function placeOf({ source }: EpubMembers, entry: ZipEntry): number | FileProblem {
  const found = problemOfPart(entry)
  if (found !== null) return found
  try {
    return locateData(source, entry)
  } catch {
    return fileProblem('page_extraction', 'page-corrupt', 'This part of the book is damaged.', { page: entry.name })
  }
}
