import type { BookFormat } from '@octavo/contract/formats'
import type { MetadataSourcesDto } from '@octavo/contract/metadata-sources'
import { sourceOrder } from '@octavo/contract/source-names'
import { type BookReading, COVER_ATTEMPTS } from './book-reading'
import type { Decoders, Thumbnail } from './decoders'
import { type Container, detectContainer } from './detect'
import { isEpub, readEpub } from './epub/epub-book'
import type { BookFacts, FileProblem } from './facts'
import { type FileSource, sameStamp, stampOf, withSource } from './file-source'
import { readComicFolder } from './folder/comic-folder'
import { folderDigest, folderHash, type ImageFolder, isFolder, openFolder } from './folder/open-folder'
import { fileHash, readerSyncHash } from './hashes'
import { mergedMetadata } from './merge-metadata'
import { readComicPacked } from './packed/comic-packed'
import { type BookContent, pagesHash } from './pages-hash'
import { readPdf } from './pdf/pdf-book'
import { withoutAddresses } from './people.rules'
import { FileProblemError, fileProblem, problemOf, refuse } from './problem'
import { fileNameMetadata } from './sidecar/file-name'
import { readSidecars, type Sidecars } from './sidecar/read-sidecars'
import { readComicTar } from './tar/comic-tar'
import { readComicZip } from './zip/comic-zip'
import { openZip } from './zip/open-zip'
import type { ZipEntry } from './zip/zip-entry'

export interface ReadOptions {
  readonly decoders: Decoders
  /** Stores the JPEG of the cover; null makes none. Its errors are passed on: they are not problems of the file. */
  readonly saveThumbnail: ((jpeg: Buffer) => void) | null
  /** Called with everything but the cover before a possibly slow cover (PDF); and again with it. */
  readonly onIndexed?: (facts: BookFacts) => void
  /** Enabled sources and their order; null for the default. */
  readonly sources?: MetadataSourcesDto | null
  /** Also returns the values of each source. */
  readonly keepsSaid?: boolean
}

/**
 * Opens a file once and reads everything for a scan. Problems of the content are returned in `errors`; throws
 * FileProblemError if the file cannot be opened at all.
 */
export async function readBook(path: string, options: ReadOptions): Promise<BookFacts> {
  if (isFolder(path)) return readFolder(path, options)
  return withSource(path, async source => {
    const sidecars = withoutUnread(await readSidecars(path), path, options)
    const { facts, jpeg } = await readSource(source, sidecars, options)
    if (jpeg !== null) options.saveThumbnail?.(jpeg)
    return sameStamp(source.stamp, stampOf(source.fd)) ? facts : withProblem(facts, changedProblem())
  })
}

/** Identity only: stamp, hashes and format. For files whose analysis crashed a parser process. */
export async function identifyBook(path: string): Promise<BookFacts> {
  if (isFolder(path)) return identifyFolder(openFolder(path))
  return withSource(path, async source => {
    const container = source.size === 0 ? null : detectContainer(source)
    return { ...emptyFacts(source), format: formatOf(container) }
  })
}

async function readFolder(path: string, options: ReadOptions): Promise<BookFacts> {
  const folder = openFolder(path)
  const sidecars = withoutUnread(await readSidecars(path), path, options)
  const { hash, content } = folderDigest(folder)
  const about = { ...folderFacts(folder, hash), ...(sidecars.series && { seriesFile: sidecars.series }) }
  const known = withContent(about, content)
  const { facts, jpeg } = await folderOutcome(folder, known, sidecars, options)
  if (jpeg !== null) options.saveThumbnail?.(jpeg)
  return sameStamp(folder.stamp, openFolder(path).stamp) ? facts : withProblem(facts, changedProblem())
}

async function folderOutcome(
  folder: ImageFolder,
  known: BookFacts,
  sidecars: Sidecars,
  options: ReadOptions,
): Promise<Outcome> {
  const { decoders, saveThumbnail } = options
  try {
    const reading = withSidecars(readComicFolder(folder), sidecars)
    const facts = withReading(known, reading, options)
    return saveThumbnail === null ? { facts, jpeg: null } : await addCover(facts, reading, decoders)
  } catch (error) {
    if (error instanceof FileProblemError) return { facts: withProblem(known, error.problem), jpeg: null }
    throw error
  }
}

function identifyFolder(folder: ImageFolder): BookFacts {
  return folderFacts(folder, folderHash(folder))
}

function folderFacts({ stamp }: ImageFolder, hash: string): BookFacts {
  return { format: 'cbz', stamp, fileHash: hash, readerSyncHash: null, ...NOTHING_READ }
}

interface Outcome {
  readonly facts: BookFacts
  readonly jpeg: Buffer | null
}

async function readSource(source: FileSource, sidecars: Sidecars, options: ReadOptions): Promise<Outcome> {
  let known: BookFacts = { ...emptyFacts(source), ...(sidecars.series && { seriesFile: sidecars.series }) }
  try {
    if (source.size === 0) refuse('parser', 'corrupt', 'The file is empty.')
    const container = detectContainer(source)
    known = { ...known, format: formatOf(container) }
    const entries = container === 'zip' ? await openZip(source, options.decoders) : null
    if (entries !== null && isEpub(source, entries)) known = { ...known, format: 'epub' }
    return await readContent(source, { container, entries, format: known.format }, options.decoders, async inside => {
      const reading = withSidecars(inside, sidecars)
      known = withReading(known, reading, options)
      if (reading.format === 'pdf') options.onIndexed?.(known)
      const outcome =
        options.saveThumbnail === null ? { facts: known, jpeg: null } : await addCover(known, reading, options.decoders)
      return reading.look === undefined ? outcome : lookInside(outcome, reading.look, options)
    })
  } catch (error) {
    const fallback = fileProblem('parser', 'corrupt', 'The file is damaged: it cannot be read.')
    return { facts: withProblem(known, problemOf(error, fallback)), jpeg: null }
  }
}

/** Reads the pages. If the process crashes now, the cover is already saved. */
function lookInside(outcome: Outcome, look: () => BookContent | null, options: ReadOptions): Outcome {
  const { facts, jpeg } = outcome
  try {
    if (jpeg !== null) options.saveThumbnail?.(jpeg)
  } catch {
    // The error recurs where it is not reported as a problem of the file.
    return outcome
  }
  if (jpeg !== null) options.onIndexed?.(facts)
  try {
    return { facts: withContent(facts, look()), jpeg: null }
  } catch (error) {
    if (error instanceof FileProblemError) return { facts, jpeg: null }
    throw error
  }
}

interface Detected {
  readonly container: Container | null
  readonly entries: readonly ZipEntry[] | null
  readonly format: BookFormat | null
}

async function readContent<T>(
  source: FileSource,
  { container, entries, format }: Detected,
  decoders: Decoders,
  finish: (reading: BookReading) => T | Promise<T>,
): Promise<T> {
  if (entries !== null) return finish(format === 'epub' ? readEpub(source, entries) : readComicZip(source, entries))
  if (container === null)
    return refuse('format_detection', 'unknown-format', 'The content is not in a format that Octavo reads.')
  if (container === 'tar') return finish(readComicTar(source))
  if (container === 'pdf') return readPdf(source, decoders, async reading => finish(reading))
  if (container === 'zip') return refuse('parser', 'corrupt', 'The archive has no directory.')
  return finish(readComicPacked(await decoders.openPacked(source, container), FORMATS[container]))
}

/** The contract has four formats: 7z counts as CBR, tar of any kind as CBZ. */
const FORMATS: Readonly<Record<Container, BookFormat>> = {
  zip: 'cbz',
  tar: 'cbz',
  gzip: 'cbz',
  bzip2: 'cbz',
  xz: 'cbz',
  zstd: 'cbz',
  rar: 'cbr',
  '7z': 'cbr',
  pdf: 'pdf',
}

function formatOf(container: Container | null): BookFormat | null {
  return container === null ? null : FORMATS[container]
}

function emptyFacts(source: FileSource): BookFacts {
  return {
    format: null,
    stamp: source.stamp,
    fileHash: fileHash(source),
    readerSyncHash: readerSyncHash(source),
    ...NOTHING_READ,
  }
}

const NOTHING_READ = { pages: [], pageCount: 0, metadata: null, cover: null, epub: null, errors: [] } as const

/** Without a series.json if the library does not read it, and with file name values if it does. */
function withoutUnread(sidecars: Sidecars, path: string, { sources = null }: ReadOptions): Sidecars {
  const order = sourceOrder(sources)
  const series = order.includes('series_json') ? sidecars.series : null
  const named = order.includes('file_name') ? fileNameMetadata(path) : null
  return { ...sidecars, series, said: named === null ? sidecars.said : [...sidecars.said, named] }
}

/** With values of sidecar files. */
function withSidecars(reading: BookReading, { said, cover, problems }: Sidecars): BookReading {
  return {
    ...reading,
    said: [...said, ...reading.said],
    errors: [...reading.errors, ...problems],
    covers: cover === null ? reading.covers : [cover, ...reading.covers],
  }
}

function withReading(
  facts: BookFacts,
  reading: BookReading,
  { sources = null, keepsSaid = false }: ReadOptions,
): BookFacts {
  const { format, pages, pageCount, parts, epub, errors } = reading
  // Before merging, so that another source can name the author.
  const said = reading.said.map(each => ({ ...each, authors: withoutAddresses(each.authors) }))
  const metadata = mergedMetadata(said, sources)
  const read = {
    ...facts,
    format,
    pages,
    pageCount,
    metadata,
    epub,
    errors: oneOfEachType(errors),
    ...(keepsSaid && { said }),
  }
  return parts === undefined ? read : withContent(read, { format, parts })
}

function withContent(facts: BookFacts, content: BookContent | null): BookFacts {
  const hash = content === null ? null : pagesHash(content)
  return hash === null ? facts : { ...facts, pagesHash: hash }
}

/** The first candidate that decodes becomes the cover; if none does, the problem of the first is reported. */
async function addCover(facts: BookFacts, reading: BookReading, decoders: Decoders): Promise<Outcome> {
  let failed: FileProblem | null = null
  let known = facts
  for (const candidate of reading.covers.slice(0, COVER_ATTEMPTS)) {
    try {
      const thumbnail = await decoders.thumbnail(await candidate.load())
      return { facts: withCover(known, candidate, thumbnail), jpeg: thumbnail.jpeg }
    } catch (error) {
      failed ??= thumbnailProblem(error)
      // A damaged page is reported separately, whichever page becomes the cover.
      if (error instanceof FileProblemError && isDamagedPage(error.problem)) known = withProblem(known, error.problem)
    }
  }
  if (failed === null && reading.pages.length > 0 && facts.errors.length === 0) {
    failed = fileProblem('thumbnail', 'unsupported', 'No page is of a kind from which a cover can be made.')
  }
  return { facts: failed === null ? known : withProblem(known, failed), jpeg: null }
}

function isDamagedPage({ errorType, reason }: FileProblem): boolean {
  return errorType === 'page_extraction' && reason === 'page-corrupt'
}

function thumbnailProblem(error: unknown): FileProblem {
  const found = problemOf(error, fileProblem('thumbnail', 'thumbnail', 'The cover cannot be decoded.'))
  return error instanceof FileProblemError ? { ...found, errorType: 'thumbnail' } : found
}

function withCover(facts: BookFacts, page: { width: number; height: number }, thumbnail: Thumbnail): BookFacts {
  const { jpeg, width, height, thumbHash } = thumbnail
  const cover = {
    width: page.width,
    height: page.height,
    thumbnail: { width, height, bytes: jpeg.length },
    thumbHash,
  }
  return { ...facts, cover }
}

function changedProblem(): FileProblem {
  return fileProblem('other', 'changed-while-read', 'The file was changed while it was read; it will be read again.')
}

function withProblem(facts: BookFacts, found: FileProblem): BookFacts {
  return { ...facts, errors: oneOfEachType([...facts.errors, found]) }
}

/** A book has at most one problem of each type: the first. */
function oneOfEachType(errors: readonly FileProblem[]): FileProblem[] {
  return errors.filter((one, i) => errors.findIndex(other => other.errorType === one.errorType) === i)
}
