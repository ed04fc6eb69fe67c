import type { FileSource } from '../file-source'
import { FORMAT_LIMITS } from '../limits'
import { refuse } from '../problem'
import { type DirectoryPlace, findDirectory } from './end-record'
import { decodeNames, type RawName, unicodeName } from './entry-names'
import type { ZipEntry } from './zip-entry'

const ENTRY_SIGNATURE = 0x02014b50
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const ZIP64_EXTRA = 0x0001
const UNICODE_PATH_EXTRA = 0x7075
const WIDE = 0xffffffff

/**
 * Reads the central directory once and validates it: number of entries, sizes, and that no two entries overlap. Throws
 * FileProblemError.
 */
export function readDirectory(source: FileSource): ZipEntry[] {
  const place = findDirectory(source)
  if (place.countIsExact) checkCount(place.count)
  if (place.size > FORMAT_LIMITS.directoryBytes) refuse('parser', 'too-large', 'The archive directory is too large.')
  const entries = parseEntries(source.read(place.offset, place.size), place)
  checkTotals(entries)
  checkRanges(entries, place.offset)
  return entries
}

function parseEntries(directory: Buffer, place: DirectoryPlace): ZipEntry[] {
  const names: RawName[] = []
  const entries: Omit<ZipEntry, 'name'>[] = []
  let at = 0
  while (at + ENTRY_BYTES <= directory.length && directory.readUInt32LE(at) === ENTRY_SIGNATURE) {
    const nameAt = at + ENTRY_BYTES
    const extraAt = nameAt + directory.readUInt16LE(at + 28)
    const commentAt = extraAt + directory.readUInt16LE(at + 30)
    const next = commentAt + directory.readUInt16LE(at + 32)
    if (next > directory.length) break
    const header = directory.subarray(at, nameAt)
    const name = directory.subarray(nameAt, extraAt)
    const extra = directory.subarray(extraAt, commentAt)
    names.push({
      bytes: name,
      utf8Flag: (header.readUInt16LE(8) & 0x800) !== 0,
      unicode: findUnicodeName(extra, name),
    })
    entries.push(parseEntry(header, extra, place.shift))
    checkCount(entries.length)
    at = next
  }
  const complete = place.countIsExact ? entries.length === place.count : (entries.length & 0xffff) === place.count
  if (!complete) {
    refuse('parser', 'corrupt', 'The archive directory does not hold the entries it announces.', {
      announced: place.count,
      found: entries.length,
    })
  }
  return withNames(entries, names)
}

function withNames(entries: readonly Omit<ZipEntry, 'name'>[], raw: readonly RawName[]): ZipEntry[] {
  return decodeNames(raw)
    .map((name, i) => ({ name, ...(entries[i] as Omit<ZipEntry, 'name'>) }))
    .filter(entry => !entry.name.endsWith('/'))
}

function parseEntry(header: Buffer, extra: Buffer, shift: number): Omit<ZipEntry, 'name'> {
  const flags = header.readUInt16LE(8)
  const narrow = {
    size: header.readUInt32LE(24),
    storedSize: header.readUInt32LE(20),
    headerOffset: header.readUInt32LE(42),
  }
  const { size, storedSize, headerOffset } = widen(narrow, extra)
  const method = header.readUInt16LE(10)
  return {
    method,
    // Bit 0: ZipCrypto; bit 6: strong encryption; method 99: WinZip AES.
    encrypted: (flags & 0x41) !== 0 || method === 99,
    flags,
    crc: header.readUInt32LE(16),
    storedSize,
    // A stored entry has the size of its bytes, whatever it declares.
    size: method === 0 ? storedSize : size,
    headerOffset: headerOffset + shift,
  }
}

interface Sizes {
  readonly size: number
  readonly storedSize: number
  readonly headerOffset: number
}

/** Zip64: fields with all bits set are in the extra field, in this order. */
function widen(narrow: Sizes, extra: Buffer): Sizes {
  if (narrow.size !== WIDE && narrow.storedSize !== WIDE && narrow.headerOffset !== WIDE) return narrow
  const field = findExtra(extra, ZIP64_EXTRA)
  if (field === null) return narrow
  let at = 0
  const next = (value: number): number => {
    if (value !== WIDE || at + 8 > field.length) return value
    at += 8
    return Number(field.readBigUInt64LE(at - 8))
  }
  return { size: next(narrow.size), storedSize: next(narrow.storedSize), headerOffset: next(narrow.headerOffset) }
}

function findUnicodeName(extra: Buffer, name: Buffer): string | null {
  const field = extra.length === 0 ? null : findExtra(extra, UNICODE_PATH_EXTRA)
  return field === null ? null : unicodeName(field, name)
}

function findExtra(extra: Buffer, id: number): Buffer | null {
  let at = 0
  while (at + 4 <= extra.length) {
    const end = at + 4 + extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) === id) return end <= extra.length ? extra.subarray(at + 4, end) : null
    at = end
  }
  return null
}

function checkCount(count: number): void {
  if (count <= FORMAT_LIMITS.entries) return
  refuse('parser', 'too-large', `The archive has more than ${FORMAT_LIMITS.entries} entries.`, { entries: count })
}

function checkTotals(entries: readonly ZipEntry[]): void {
  const stored = entries.reduce((sum, entry) => sum + entry.storedSize, 0)
  // Individually rejected entries are not counted, or one false size would cost the whole book.
  const total = entries.reduce((sum, entry) => sum + (growsTooMuch(entry) ? 0 : entry.size), 0)
  if (total <= FORMAT_LIMITS.totalBytes || total <= stored) return
  refuse('parser', 'too-large', 'The archive is too large once unpacked.', { bytes: total })
}

/** True for an entry that may not be inflated: too large, or with an implausible ratio. */
export function growsTooMuch(entry: Pick<ZipEntry, 'size' | 'storedSize'>): boolean {
  if (entry.size > FORMAT_LIMITS.entryBytes) return true
  return entry.size > FORMAT_LIMITS.ratioGraceBytes && entry.size > entry.storedSize * FORMAT_LIMITS.ratio
}

/** Overlapping entries are how a small file expands to petabytes (Fifield 2019); legitimate writers never make them. */
function checkRanges(entries: readonly ZipEntry[], directoryOffset: number): void {
  const byOffset = entries.toSorted((a, b) => a.headerOffset - b.headerOffset)
  let end = 0
  for (const entry of byOffset) {
    if (entry.headerOffset < end) {
      refuse('parser', 'corrupt', 'Entries of the archive overlap.', { entries: entries.length })
    }
    end = entry.headerOffset + LOCAL_BYTES + entry.storedSize
    if (end > directoryOffset) refuse('parser', 'corrupt', 'An entry of the archive lies outside of it.')
  }
}

const METHOD_NAMES: Readonly<Record<number, string>> = {
  0: 'stored',
  1: 'shrink',
  2: 'reduce',
  3: 'reduce',
  4: 'reduce',
  5: 'reduce',
  6: 'implode',
  8: 'deflate',
  9: 'deflate64',
  12: 'bzip2',
  14: 'lzma',
  93: 'zstd',
  94: 'mp3',
  95: 'xz',
  96: 'jpeg',
  97: 'wavpack',
  98: 'ppmd',
  99: 'aes',
}

export function methodName(method: number): string {
  return METHOD_NAMES[method] ?? `method ${method}`
}
