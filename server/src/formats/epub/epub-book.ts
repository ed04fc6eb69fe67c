import { PAGE_SIDES } from '@octavo/contract/publication'
import type { BookReading } from '../book-reading'
import type { EpubFacts, FileProblem, SpineItem } from '../facts'
import type { FileSource } from '../file-source'
import { sortNaturally } from '../natural-order'
import type { PageReading } from '../page-entry'
import { asType, fileProblem } from '../problem'
import { growsTooMuch } from '../zip/directory'
import { readEntry } from '../zip/entry-bytes'
import type { ZipEntry } from '../zip/zip-entry'
import { readZipPage, zipCovers, zipParts } from '../zip/zip-pages'
import { drawnCover, findCover, isRasterImage } from './epub-cover'
import { type EpubMembers, indexMembers, problemOfPart } from './members'
import { isFixedLayout, readOpfMetadata } from './opf-metadata'
import { type PackageDocument, readPackage } from './package-document'
import { lockedPaths } from './protection'

const EPUB_MEDIA_TYPE = 'application/epub+zip'
/** Uncompressed bytes of content per position. */
const POSITION_BYTES = 1024

/** True for a zip that declares itself an EPUB by a `mimetype` anywhere in it, or has an EPUB container file. */
export function isEpub(source: FileSource, entries: readonly ZipEntry[]): boolean {
  const mimetype = entries.find(entry => entry.name === 'mimetype')
  if (mimetype !== undefined && mimetype.size <= 64) {
    try {
      if (readEntry(source, mimetype, 64).toString('latin1').trim() === EPUB_MEDIA_TYPE) return true
    } catch {
      // A mimetype that cannot be unpacked is ignored.
    }
  }
  return entries.some(entry => entry.name === 'META-INF/container.xml')
}

/** Reads the facts of an EPUB for a scan. Throws FileProblemError without a package document. */
export function readEpub(source: FileSource, entries: readonly ZipEntry[]): BookReading {
  const members = indexMembers(source, entries)
  const document = readPackage(members)
  const locked = lockedPaths(members)
  const spine = readSpineItems(members, document)
  const chapters = spine.map(item => members.byPath.get(item.path) as ZipEntry)
  const imageEntries = listEpubPages(members, document, locked)
  const readings = imageEntries.map(entry => readZipPage(source, entry))
  const epub: EpubFacts = {
    version: document.version,
    fixedLayout: isFixedLayout(document.metadata),
    spine,
    positions: spine.reduce((sum, item) => sum + item.positions, 0),
  }
  return {
    format: 'epub',
    pages: readings.map(reading => reading.page),
    pageCount: epub.positions,
    parts: zipParts([...chapters, ...imageEntries]),
    said: [readOpfMetadata(document)].filter(opf => opf !== null),
    epub,
    errors: problemsOf(document, chapters, locked, readings),
    covers: [...drawnCover(members, document), ...zipCovers(source, imageEntries, readings)],
  }
}

/** The documents in reading order that exist in the archive. */
export function readSpineItems(members: EpubMembers, { spine }: PackageDocument): SpineItem[] {
  return spine.flatMap(({ item, linear, properties }) => {
    const entry = item?.path == null ? undefined : members.byPath.get(item.path)
    if (item === undefined || entry === undefined) return []
    const bytes = growsTooMuch(entry) ? 0 : entry.size
    const positions = Math.max(1, Math.ceil(bytes / POSITION_BYTES))
    const side = PAGE_SIDES.find(each =>
      properties.some(name => name.replace('rendition:', '') === `page-spread-${each}`),
    )
    return [{ path: entry.name, mediaType: item.mediaType, linear, positions, ...(side && { side }) }]
  })
}

/** The images of the manifest in natural order, the cover first. */
export function listEpubPages(
  members: EpubMembers,
  document: PackageDocument,
  locked: ReadonlySet<string>,
): ZipEntry[] {
  const cover = findCover(members, document)
  const paths = [...document.manifest.values()].filter(isRasterImage).map(item => item.path as string)
  const others = sortNaturally([...new Set(paths)], path => path).filter(path => path !== cover)
  return [...(cover === null ? [] : [cover]), ...others].flatMap(path => {
    const entry = members.byPath.get(path)
    return entry === undefined || locked.has(path) ? [] : [entry]
  })
}

function problemsOf(
  document: PackageDocument,
  chapters: readonly ZipEntry[],
  locked: ReadonlySet<string>,
  readings: readonly PageReading[],
): FileProblem[] {
  const missing = document.spine.length - chapters.length
  return [
    locked.size > 0 ? fileProblem('parser', 'encrypted', 'The EPUB is under DRM.', { files: locked.size }) : null,
    chapters.length === 0 ? fileProblem('zero_pages', 'no-pages', 'The EPUB has nothing to read in it.') : null,
    missing > 0 ? fileProblem('metadata', 'metadata', 'Parts of the EPUB are not in the file.', { missing }) : null,
    locked.size === 0 ? unopenedChapter(chapters) : null,
    imageProblem(readings),
  ].filter(one => one !== null)
}

/** The first chapter that cannot be opened, and the number of all. */
function unopenedChapter(chapters: readonly ZipEntry[]): FileProblem | null {
  const problems = chapters.flatMap(chapter => problemOfPart(chapter) ?? [])
  return problems[0] === undefined ? null : { ...problems[0], details: { ...problems[0].details, of: problems.length } }
}

/** A broken picture does not prevent reading; only a broken cover is reported. */
function imageProblem(readings: readonly PageReading[]): FileProblem | null {
  const found = readings[0]?.problem ?? null
  return found === null ? null : asType('thumbnail', found)
}
