import type { BookFormat } from '@octavo/contract/formats'
import { type BookReading, type CoverCandidate, canBecomeCover } from '../book-reading'
import { comicReading } from '../comic-reading'
import type { PackedArchive, PackedEntry } from '../decoders'
import type { FileProblem } from '../facts'
import { readImageHeader } from '../image/image-header'
import { FORMAT_LIMITS } from '../limits'
import { mediaTypeOfName } from '../media-types'
import { sortNaturally } from '../natural-order'
import { badPage, goodPage, noImageProblem, type PageReading } from '../page-entry'
import { isPageName } from '../page-names'
import { asType, FileProblemError, fileProblem, printable, problemOf, refuse } from '../problem'
import { findInfoFiles, type InfoReading, readInfoFiles } from '../sidecar/info-files'

/** Pages of an archive in reading order: natural order of the whole name. */
export function listPackedPages(entries: readonly PackedEntry[]): PackedEntry[] {
  return sortNaturally(
    entries.filter(entry => isPageName(entry.name)),
    entry => entry.name,
  )
}

/**
 * Images in an archive that can only be unpacked sequentially (RAR, 7z, compressed tar): one pass, which retains only
 * heads, metadata files and the first page.
 */
export function readComicPacked(archive: PackedArchive, format: BookFormat): BookReading {
  const pageEntries = listPackedPages(archive.entries)
  const infos = findInfoFiles(archive.entries)
  const heads = unpackHeads(archive, pageEntries, infos)
  const readings = pageEntries.map(entry => readPage(entry, heads))
  const info = infoOf(infos, heads)
  return comicReading({
    format,
    readings,
    info,
    parts: pageEntries.map(({ crc, size, encrypted }) => ({ crc: encrypted ? null : (crc ?? null), size })),
    covers: coversOf(archive, pageEntries, readings, heads),
  })
}

/** All of one entry. Throws FileProblemError. */
export function unpackPage(archive: PackedArchive, wanted: PackedEntry): Buffer {
  if (wanted.encrypted) refuse('page_extraction', 'encrypted', 'The page is encrypted.')
  if (wanted.size > FORMAT_LIMITS.entryBytes) refuse('page_extraction', 'too-large', 'The page is too large.')
  let unpacked: Buffer | null = null
  archive.unpack(
    entry => (entry === wanted ? FORMAT_LIMITS.entryBytes : 0),
    (_, bytes) => {
      unpacked = bytes
      return 'stop'
    },
  )
  return unpacked ?? refuse('page_extraction', 'page-corrupt', 'The page cannot be extracted from the archive.')
}

/** The result of an entry: its first bytes, or a problem. */
type Heads = ReadonlyMap<PackedEntry, Buffer | FileProblem>

/** A damaged entry ends a pass; the entries after it get another pass, up to this number of times. */
const MOST_RUNS = 16

function unpackHeads(archive: PackedArchive, pages: readonly PackedEntry[], infos: readonly PackedEntry[]): Heads {
  const heads = new Map<PackedEntry, Buffer | FileProblem>()
  const isPage = new Set(pages)
  let left: number = FORMAT_LIMITS.packedAnalysisBytes
  const budget = (entry: PackedEntry): number => {
    if (heads.has(entry) || entry.encrypted || entry.size > FORMAT_LIMITS.entryBytes) return 0
    if (infos.includes(entry)) return FORMAT_LIMITS.xmlBytes + 1
    if (entry === pages[0]) return FORMAT_LIMITS.entryBytes
    return isPage.has(entry) && left > 0 ? FORMAT_LIMITS.imageHeadBytes : 0
  }
  let missing = archive.entries.filter(entry => budget(entry) > 0).length
  const hasEssentials = () => [...pages.slice(0, 1), ...infos].every(entry => heads.has(entry))
  for (let run = 0; run < MOST_RUNS && missing > 0; run++) {
    try {
      archive.unpack(budget, (entry, bytes) => {
        heads.set(entry, bytes)
        left -= entry.size
        missing--
        return missing === 0 || (left <= 0 && hasEssentials()) ? 'stop' : undefined
      })
      break
    } catch (error) {
      const broken = archive.entries.find(entry => budget(entry) > 0)
      if (broken === undefined) break
      heads.set(broken, problemOf(error, fileProblem('page_extraction', 'page-corrupt', 'A page cannot be unpacked.')))
      missing--
    }
  }
  return heads
}

function readPage(entry: PackedEntry, heads: Heads): PageReading {
  const sizes = { storedSize: entry.packedSize, size: entry.size }
  if (entry.encrypted) {
    return badPage(entry.name, sizes, fileProblem('page_extraction', 'encrypted', 'The page is encrypted.'))
  }
  if (entry.size > FORMAT_LIMITS.entryBytes) {
    return badPage(entry.name, sizes, fileProblem('page_extraction', 'too-large', 'A page is too large once unpacked.'))
  }
  const head = heads.get(entry)
  if (head === undefined) return unseenPage(entry, sizes)
  if (!Buffer.isBuffer(head)) return badPage(entry.name, sizes, asType('page_extraction', head))
  const header = readImageHeader(head)
  if (header === null || header === 'more') return badPage(entry.name, sizes, noImageProblem())
  return goodPage(entry.name, { offset: 0, ...sizes, storage: 'packed' }, header)
}

/** Beyond the budget of the analysis: listed by name; its size is determined when it is read. */
function unseenPage(entry: PackedEntry, sizes: { storedSize: number; size: number }): PageReading {
  const mediaType = mediaTypeOfName(entry.name)
  const page = { name: printable(entry.name), offset: 0, ...sizes, storage: 'packed' as const, mediaType }
  return { page: { ...page, width: null, height: null }, problem: null }
}

/** One that failed to unpack is a metadata problem; one beyond the budget is ignored. */
function infoOf(infos: readonly PackedEntry[], heads: Heads): InfoReading {
  const unpacked = infos.filter(entry => heads.has(entry))
  return readInfoFiles(unpacked, entry => {
    const head = heads.get(entry)
    if (Buffer.isBuffer(head)) return head
    throw new FileProblemError(head ?? fileProblem('metadata', 'metadata', 'The metadata cannot be unpacked.'))
  })
}

function coversOf(
  archive: PackedArchive,
  entries: readonly PackedEntry[],
  readings: readonly PageReading[],
  heads: Heads,
): CoverCandidate[] {
  return readings.flatMap(({ page, problem: found }, i) => {
    if (found !== null || page.width === null || page.height === null || !canBecomeCover(page.mediaType)) return []
    const entry = entries[i] as PackedEntry
    const whole = i === 0 ? heads.get(entry) : undefined
    const load = async () => {
      const bytes = Buffer.isBuffer(whole) ? whole : unpackPage(archive, entry)
      return { kind: 'encoded' as const, bytes }
    }
    return [{ width: page.width, height: page.height, load }]
  })
}
