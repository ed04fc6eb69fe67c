import { type CoverCandidate, canBecomeCover } from '../book-reading'
import type { FileSource } from '../file-source'
import { type ImageHeader, readImageHeader } from '../image/image-header'
import { FORMAT_LIMITS } from '../limits'
import { badPage, goodPage, noImageProblem, type PageReading } from '../page-entry'
import type { ContentPart } from '../pages-hash'
import { fileProblem, problemOf } from '../problem'
import { isReadableInPlace, readChecked, readEntryHead } from './entry-bytes'
import type { ZipEntry } from './zip-entry'

/** Bytes to read for an image's size: most images have it at the start, some after long metadata. */
const HEAD_STEPS = [4 * 1024, 64 * 1024, FORMAT_LIMITS.imageHeadBytes, 32 * 1024 * 1024]

/** Reads the header of one image in the archive. Never throws for problems of the file. */
export function readZipPage(source: FileSource, entry: ZipEntry): PageReading {
  try {
    for (const want of HEAD_STEPS) {
      const { dataOffset, head } = readEntryHead(source, entry, want)
      const header = readImageHeader(head)
      if (header === null) break
      if (header !== 'more') return goodZipPage(entry, dataOffset, header)
      if (want >= entry.storedSize) break
    }
    return badPage(entry.name, entry, noImageProblem())
  } catch (error) {
    const fallback = fileProblem('page_extraction', 'page-corrupt', 'A page cannot be extracted from the archive.')
    return badPage(entry.name, entry, problemOf(error, fallback))
  }
}

function goodZipPage(entry: ZipEntry, dataOffset: number, header: ImageHeader): PageReading {
  const { storedSize, size, crc } = entry
  if (!isReadableInPlace(entry)) return goodPage(entry.name, { offset: 0, storedSize, size, storage: 'packed' }, header)
  const storage = entry.method === 0 ? 'stored' : 'deflated'
  return goodPage(entry.name, { offset: dataOffset, storedSize, size, storage, crc }, header)
}

/** An encrypted entry may have a different checksum, or none. */
export function zipParts(entries: readonly ZipEntry[]): ContentPart[] {
  return entries.map(({ crc, size, encrypted }) => ({ crc: encrypted ? null : crc, size }))
}

/** The pages that can become a cover, in the given order. */
export function zipCovers(
  source: FileSource,
  entries: readonly ZipEntry[],
  readings: readonly PageReading[],
): CoverCandidate[] {
  return readings.flatMap(({ page, problem: found }, i) => {
    if (found !== null || page.width === null || page.height === null || !canBecomeCover(page.mediaType)) return []
    const load = async () => ({ kind: 'encoded' as const, bytes: readChecked(source, entries[i] as ZipEntry) })
    return [{ width: page.width, height: page.height, load }]
  })
}
