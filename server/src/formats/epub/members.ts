import type { FileSource } from '../file-source'
import { FORMAT_LIMITS } from '../limits'
import { asType, FileProblemError } from '../problem'
import { isFault, parseXml, type XmlElement, type XmlFault } from '../xml/xml-document'
import { readEntry } from '../zip/entry-bytes'
import type { ZipEntry } from '../zip/zip-entry'

/** The archive of an EPUB by path. Addresses in a book cannot reach anything outside this index. */
export interface EpubMembers {
  readonly source: FileSource
  readonly byPath: ReadonlyMap<string, ZipEntry>
}

/** Of two entries with one path, the later one counts, as in every unpacker. */
export function indexMembers(source: FileSource, entries: readonly ZipEntry[]): EpubMembers {
  return { source, byPath: new Map(entries.map(entry => [entry.name, entry])) }
}

/**
 * Reads a document of the book; undefined if it is not in the archive. Throws FileProblemError if it cannot be
 * unpacked.
 */
export function readDocument(members: EpubMembers, path: string): XmlElement | XmlFault | undefined {
  const entry = members.byPath.get(path)
  if (entry === undefined) return undefined
  if (entry.size > FORMAT_LIMITS.xmlBytes) return 'too-large'
  return parseXml(unpack(members, entry), { doctype: 'plain', cutOff: 'read' })
}

function unpack({ source }: EpubMembers, entry: ZipEntry): Buffer {
  try {
    return readEntry(source, entry, FORMAT_LIMITS.xmlBytes)
  } catch (error) {
    if (error instanceof FileProblemError) throw new FileProblemError(asType('parser', error.problem))
    throw error
  }
}

/** Like readDocument, for optional documents. */
export function readOptionalDocument(members: EpubMembers, path: string): XmlElement | undefined {
  try {
    const document = readDocument(members, path)
    return document === undefined || isFault(document) ? undefined : document
  } catch {
    return undefined
  }
}

/**
 * Resolves an address in the document `from` to a path in the archive; null if it leads outside or to nothing. The
 * fragment is removed.
 */
export function resolveHref(members: EpubMembers, from: string, href: string): string | null {
  const bare = href.replace(/[#?].*$/s, '')
  if (bare === '' || /^[a-z][a-z0-9+.-]*:/i.test(bare)) return null
  const folder = from.slice(0, from.lastIndexOf('/') + 1)
  for (const candidate of [percentDecoded(bare), bare]) {
    const path = candidate === null ? null : normalise(candidate.startsWith('/') ? candidate : folder + candidate)
    if (path === null) continue
    if (members.byPath.has(path)) return path
    const composed = path.normalize('NFC')
    if (members.byPath.has(composed)) return composed
  }
  return null
}

function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Resolves `.` and `..`; null if the path leads above the root. */
function normalise(path: string): string | null {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return parts.join('/')
}
