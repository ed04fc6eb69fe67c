import { crc32 } from 'node:zlib'
import type { BookReading, CoverCandidate } from '../book-reading'
import { canBecomeCover } from '../book-reading'
import { comicReading } from '../comic-reading'
import type { FileSource } from '../file-source'
import { readImageHeader } from '../image/image-header'
import { FORMAT_LIMITS } from '../limits'
import { sortNaturally } from '../natural-order'
import { badPage, goodPage, noImageProblem, type PageReading } from '../page-entry'
import { isPageName } from '../page-names'
import type { ContentPart } from '../pages-hash'
import { fileProblem, refuse } from '../problem'
import { findInfoFiles, type InfoReading, readInfoFiles } from '../sidecar/info-files'
import { padded, type TarHeader, walkTar } from './tar-headers'

export interface TarEntry extends TarHeader {
  /** Offset of its data in the file. */
  readonly dataOffset: number
}

/** The files of a plain tar, in file order. Throws FileProblemError. */
function listTar(source: FileSource): TarEntry[] {
  const entries: TarEntry[] = []
  const walk = walkTar()
  let at = 0
  for (let step = walk.next(); !step.done; ) {
    if ('want' in step.value) {
      const bytes = source.read(at, step.value.want)
      at += bytes.length
      step = walk.next(bytes)
      continue
    }
    const { entry } = step.value
    if (!entry.isFolder) entries.push({ ...entry, dataOffset: at })
    at += padded(entry.size)
    step = walk.next(Buffer.alloc(0))
  }
  return entries
}

/** A tar of images. They are stored uncompressed: the server sends them in place. Throws FileProblemError. */
export function readComicTar(source: FileSource): BookReading {
  const entries = listTar(source)
  const pageEntries = sortNaturally(
    entries.filter(entry => isPageName(entry.name)),
    entry => entry.name,
  )
  const readings = pageEntries.map(entry => readPage(source, entry))
  const info = readInfo(source, entries)
  const parts = partsOf(source, pageEntries)
  return comicReading({ format: 'cbz', readings, info, parts, covers: coversOf(source, pageEntries, readings) })
}

const FIRST_HEAD_BYTES = 4 * 1024

function readPage(source: FileSource, entry: TarEntry): PageReading {
  const sizes = { storedSize: entry.size, size: entry.size }
  if (!entry.isFile) return badPage(entry.name, sizes, noImageProblem())
  if (entry.size > FORMAT_LIMITS.entryBytes) {
    return badPage(entry.name, sizes, fileProblem('page_extraction', 'too-large', 'A page is too large.'))
  }
  if (entry.dataOffset + entry.size > source.size) {
    return badPage(entry.name, sizes, fileProblem('page_extraction', 'page-corrupt', 'A page is cut off.'))
  }
  for (const want of [FIRST_HEAD_BYTES, FORMAT_LIMITS.imageHeadBytes, entry.size]) {
    const header = readImageHeader(source.read(entry.dataOffset, Math.min(want, entry.size)))
    if (header === null) break
    if (header !== 'more')
      return goodPage(entry.name, { offset: entry.dataOffset, ...sizes, storage: 'stored' }, header)
    if (want >= entry.size) break
  }
  return badPage(entry.name, sizes, noImageProblem())
}

/** Bytes read at a time. */
const STEP = 1024 * 1024

/** A tar has no checksums: they are computed from all bytes, within the budget of an archive to unpack. */
function partsOf(source: FileSource, entries: readonly TarEntry[]): ContentPart[] {
  const total = entries.reduce((sum, { size }) => sum + size, 0)
  const isKnown = ({ isFile, dataOffset, size }: TarEntry) => isFile && dataOffset + size <= source.size
  if (total > FORMAT_LIMITS.packedAnalysisBytes || !entries.every(isKnown)) {
    return entries.map(({ size }) => ({ crc: null, size }))
  }
  return entries.map(({ dataOffset, size }) => {
    let crc = 0
    for (let at = 0; at < size; at += STEP) crc = crc32(source.read(dataOffset + at, Math.min(STEP, size - at)), crc)
    return { crc, size }
  })
}

function readInfo(source: FileSource, entries: readonly TarEntry[]): InfoReading {
  const infos = findInfoFiles(entries.filter(({ isFile }) => isFile))
  return readInfoFiles(infos, ({ dataOffset, size }) =>
    source.read(dataOffset, Math.min(size, FORMAT_LIMITS.xmlBytes + 1)),
  )
}

function coversOf(
  source: FileSource,
  entries: readonly TarEntry[],
  readings: readonly PageReading[],
): CoverCandidate[] {
  return readings.flatMap(({ page, problem: found }, i) => {
    if (found !== null || page.width === null || page.height === null || !canBecomeCover(page.mediaType)) return []
    const { dataOffset, size } = entries[i] as TarEntry
    const load = async () => {
      const bytes = source.read(dataOffset, size)
      if (bytes.length < size) refuse('page_extraction', 'page-corrupt', 'The page is cut off.')
      return { kind: 'encoded' as const, bytes }
    }
    return [{ width: page.width, height: page.height, load }]
  })
}
