import { isLongPath, PATHS_TOO_LONG } from '../bounded-publication'
import type { FileProblem } from '../facts'
import type { FileSource } from '../file-source'
import { FORMAT_LIMITS } from '../limits'
import { asType, FileProblemError, fileProblem } from '../problem'
import { isFault, parseXml, type XmlElement, type XmlFault } from '../xml/xml-document'
import { growsTooMuch } from '../zip/directory'
import { isReadableInPlace, readEntry } from '../zip/entry-bytes'
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
 * unpacked, or if its path is too long: each address in it is resolved against it.
 */
export function readDocument(members: EpubMembers, path: string): XmlElement | XmlFault | undefined {
  const entry = members.byPath.get(path)
  if (entry === undefined) return undefined
  if (isLongPath(path)) throw new FileProblemError(PATHS_TOO_LONG)
  if (entry.size > FORMAT_LIMITS.xmlBytes) return 'too-large'
  return parseXml(unpack(members, entry), { doctype: 'plain', cutOff: 'read' })
}

/** Why a part of the book cannot be served, as its directory shows; null if it can: the server sends it from the file. */
export function problemOfPart(entry: ZipEntry): FileProblem | null {
  if (isReadableInPlace(entry)) return null
  const [reason, message] = entry.encrypted
    ? (['encrypted', 'This part of the book is encrypted.'] as const)
    : growsTooMuch(entry)
      ? (['too-large', 'This part of the book is too large once unpacked.'] as const)
      : (['unsupported', 'This part of the book is packed in a way that cannot be read.'] as const)
  return fileProblem('page_extraction', reason, message, { page: entry.name })
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

/** Resolves an address in a document to a path in the archive; null if it leads outside or to nothing. */
export type Resolve = (href: string) => string | null

/** Resolves the addresses in the document `from`. Their fragments are removed. */
export function resolverOf({ byPath }: EpubMembers, from: string): Resolve {
  const folder = within('', from.slice(0, from.lastIndexOf('/') + 1))
  return href => {
    const bare = href.replace(/[#?].*$/s, '')
    if (bare === '' || /^[a-z][a-z0-9+.-]*:/i.test(bare)) return null
    for (const candidate of new Set([percentDecoded(bare), bare])) {
      const path = candidate === null ? null : within(candidate.startsWith('/') ? '' : folder, candidate)
      if (path === null) continue
      if (byPath.has(path)) return path
      const composed = path.normalize('NFC')
      if (byPath.has(composed)) return composed
    }
    return null
  }
}

function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Follows an address from a folder, with `.` and `..`; null if it leads above the root. */
function within(folder: string | null, address: string): string | null {
  let path = folder
  for (const step of address.split('/')) {
    if (step === '' || step === '.') continue
    if (path === null || (step === '..' && path === '')) return null
    if (step === '..') path = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    else path = path === '' ? step : `${path}/${step}`
  }
  return path
}
