import { type BookReading, COVER_ATTEMPTS } from './book-reading'
import { readComicRar } from './rar/comic-rar'
import type { Decoders, Thumbnail } from './decoders'
import { type Container, detectContainer } from './detect'
import { isEpub, readEpub } from './epub/epub-book'
import type { BookFacts, BookTrouble, CoverFacts } from './facts'
import { type FileSource, sameStamp, stampOf, withSource } from './file-source'
import { fileHash, readerSyncHash } from './hashes'
import { readPdf } from './pdf/pdf-book'
import { FileTrouble, refuse, trouble, troubleOf } from './trouble'
import { readComicZip } from './zip/comic-zip'
import { readDirectory } from './zip/directory'

export interface ReadOptions {
  readonly decoders: Decoders
  /** Where the thumbnail goes; null makes none. */
  readonly saveThumbnail: ((jpeg: Buffer) => Promise<void>) | null
  /** Told everything but the cover, before a cover is made that may take long (PDF). */
  readonly onIndexed?: (facts: BookFacts) => void
}

/**
 * Opens a file once and reads everything a scan wants to know. Trouble with the file comes back in `errors`;
 * it throws only FileTrouble, and only when the file cannot be opened at all.
 */
export async function readBook(path: string, options: ReadOptions): Promise<BookFacts> {
  return withSource(path, async source => {
    const indexed = await readIndex(source, options.decoders, async (reading, facts) => {
      if (reading.format === 'pdf') options.onIndexed?.(facts)
      return addCover(facts, reading, options)
    })
    if (sameStamp(source.stamp, stampOf(source.fd))) return indexed
    return withTrouble(
      indexed,
      trouble('other', 'changed-while-read', 'The file was changed while it was read; it will be read again.'),
    )
  })
}

/** Only what identifies a file: stamp, hashes and format. For files whose analysis killed a parser process. */
export async function identifyBook(path: string): Promise<BookFacts> {
  return withSource(path, async source => emptyFacts(source))
}

async function readIndex(
  source: FileSource,
  decoders: Decoders,
  finish: (reading: BookReading, facts: BookFacts) => Promise<BookFacts>,
): Promise<BookFacts> {
  const facts = emptyFacts(source)
  try {
    return await readContent(source, decoders, reading => finish(reading, toFacts(facts, reading)))
  } catch (error) {
    const fallback = trouble('parser', 'corrupt', 'The file is damaged: it cannot be read.')
    return withTrouble(facts, troubleOf(error, fallback))
  }
}

function emptyFacts(source: FileSource): BookFacts {
  return {
    format: null,
    stamp: source.stamp,
    fileHash: fileHash(source),
    readerSyncHash: readerSyncHash(source),
    pages: [],
    pageCount: 0,
    metadata: null,
    cover: null,
    epub: null,
    errors: [],
  }
}

function toFacts(facts: BookFacts, reading: BookReading): BookFacts {
  const { format, pages, pageCount, metadata, epub, errors } = reading
  return { ...facts, format, pages, pageCount, metadata, epub, errors: oneOfEachType(errors) }
}

type Finish = (reading: BookReading) => Promise<BookFacts>

async function readContent(source: FileSource, decoders: Decoders, finish: Finish): Promise<BookFacts> {
  if (source.size === 0) refuse('parser', 'corrupt', 'The file is empty.')
  const container = detectContainer(source)
  switch (container) {
    case 'zip':
      return finish(readZip(source))
    case 'rar':
      return finish(await readComicRar(source, decoders))
    case 'pdf':
      return readPdf(source, decoders, finish)
    default:
      return refuseContainer(container)
  }
}

function readZip(source: FileSource): BookReading {
  const entries = readDirectory(source)
  return isEpub(source, entries) ? readEpub(source, entries) : readComicZip(source, entries)
}

function refuseContainer(container: Container | null): never {
  if (container === null) {
    return refuse('format_detection', 'unknown-format', 'This is neither a zip, a RAR, an EPUB nor a PDF.')
  }
  return refuse('format_detection', 'unsupported', `Archives of the kind ${container} are not supported.`, { container })
}

async function addCover(facts: BookFacts, reading: BookReading, options: ReadOptions): Promise<BookFacts> {
  if (options.saveThumbnail === null) return facts
  let failed: BookTrouble | null = null
  for (const candidate of reading.covers.slice(0, COVER_ATTEMPTS)) {
    try {
      const thumbnail = await options.decoders.thumbnail(await candidate.load())
      await options.saveThumbnail(thumbnail.jpeg)
      return { ...facts, cover: coverFacts(candidate, thumbnail) }
    } catch (error) {
      failed ??= thumbnailTrouble(error)
    }
  }
  if (failed === null && reading.pages.length > 0 && facts.errors.length === 0) {
    failed = trouble('thumbnail', 'unsupported', 'No page is of a kind from which a cover can be made.')
  }
  return failed === null ? facts : withTrouble(facts, failed)
}

function thumbnailTrouble(error: unknown): BookTrouble {
  const found = troubleOf(error, trouble('thumbnail', 'thumbnail', 'The cover cannot be decoded.'))
  return error instanceof FileTrouble ? { ...found, errorType: 'thumbnail' } : found
}

function coverFacts(page: { width: number; height: number }, thumbnail: Thumbnail): CoverFacts {
  const { jpeg, width, height, thumbHash } = thumbnail
  return {
    width: page.width,
    height: page.height,
    thumbnail: { width, height, bytes: jpeg.length },
    thumbHash,
  }
}

function withTrouble(facts: BookFacts, found: BookTrouble): BookFacts {
  return { ...facts, errors: oneOfEachType([...facts.errors, found]) }
}

/** A book keeps one trouble of each type: the first. */
function oneOfEachType(errors: readonly BookTrouble[]): BookTrouble[] {
  return errors.filter((one, i) => errors.findIndex(other => other.errorType === one.errorType) === i)
}
