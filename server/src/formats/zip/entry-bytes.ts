import { constants, crc32, inflateRawSync, zstdDecompressSync } from 'node:zlib'
import type { FileSource } from '../file-source'
import { FORMAT_LIMITS } from '../limits'
import { refuse } from '../problem'
import { growsTooMuch, methodName } from './directory'
import type { ZipEntry } from './zip-entry'

const LOCAL_SIGNATURE = 0x04034b50
const LOCAL_BYTES = 30
const STORED = 0
const DEFLATE = 8
const ZSTD = 93
/** Deflate expands at most 1,032 times, so a head of this size stays small. */
const MOST_GROWTH = 1032
/** Local header with a typical name, so that one read includes the first bytes of the data. */
const USUAL_HEADER_BYTES = 512

/** The start of an entry: the offset of its data (0 if not in place), and its first unpacked bytes. */
export interface EntryHead {
  readonly dataOffset: number
  readonly head: Buffer
}

/**
 * Reads local header and first bytes of an entry in one call. `want` counts bytes in the file. Throws FileProblemError.
 */
export function readEntryHead(source: FileSource, entry: ZipEntry, want: number): EntryHead {
  refuseUnreadable(entry)
  if (entry.method !== STORED && entry.method !== DEFLATE) return { dataOffset: 0, head: unpackHead(source, entry) }
  const span = source.read(entry.headerOffset, LOCAL_BYTES + USUAL_HEADER_BYTES + want)
  const dataOffset = dataOffsetOf(span, entry)
  const take = Math.min(want, entry.storedSize)
  const skip = dataOffset - entry.headerOffset
  const raw = skip + take <= span.length ? span.subarray(skip, skip + take) : source.read(dataOffset, take)
  return { dataOffset, head: entry.method === STORED ? raw : inflateHead(raw) }
}

/** The whole entry. Unpacks at most `limit` bytes, whatever the entry declares. Throws FileProblemError. */
export function readEntry(source: FileSource, entry: ZipEntry, limit: number = FORMAT_LIMITS.entryBytes): Buffer {
  refuseUnreadable(entry)
  if (entry.size > limit || entry.storedSize > limit) {
    refuse('page_extraction', 'too-large', 'An entry of the archive is too large.', { bytes: entry.size })
  }
  const dataOffset = locateData(source, entry)
  const raw = source.read(dataOffset, entry.storedSize)
  if (raw.length < entry.storedSize) refuse('page_extraction', 'page-corrupt', 'An entry of the archive is cut off.')
  if (entry.method === STORED) return raw
  if (entry.method === DEFLATE) return inflateEntry(raw, entry.size)
  return entry.unpackForeign === undefined ? unpackZstd(raw, entry.size) : entry.unpackForeign(entry, raw, entry.size)
}

/** The whole entry, verified by its checksum. Throws FileProblemError. */
export function readChecked(source: FileSource, entry: ZipEntry): Buffer {
  const bytes = readEntry(source, entry)
  checkCrc(bytes, entry.crc)
  return bytes
}

/** Throws FileProblemError if the checksum does not match; undefined means no checksum. */
export function checkCrc(bytes: Uint8Array, crc: number | undefined): void {
  if (crc === undefined || crc32(bytes) === crc) return
  refuse('page_extraction', 'page-corrupt', 'A page is damaged: its checksum is wrong.')
}

/** At most the first megabyte of an entry that is not readable in place. */
function unpackHead(source: FileSource, entry: ZipEntry): Buffer {
  const { unpackForeign } = entry
  if (unpackForeign === undefined) return readEntry(source, entry)
  const raw = source.read(locateData(source, entry), entry.storedSize)
  return unpackForeign(entry, raw, Math.min(entry.size, FORMAT_LIMITS.imageHeadBytes))
}

/** Offset of an entry's data in the file. Throws FileProblemError. */
export function locateData(source: FileSource, entry: ZipEntry): number {
  return dataOffsetOf(source.read(entry.headerOffset, LOCAL_BYTES), entry)
}

/** True when the server can send the entry from the file itself. */
export function isReadableInPlace(entry: ZipEntry): boolean {
  return !entry.encrypted && (entry.method === STORED || entry.method === DEFLATE) && !growsTooMuch(entry)
}

/** Throws if an entry can't be read at all. */
export function refuseUnreadable(entry: ZipEntry): void {
  if (entry.encrypted) refuse('page_extraction', 'encrypted', 'The entry is encrypted.')
  const isKnown = entry.method === STORED || entry.method === DEFLATE || entry.method === ZSTD
  if (!isKnown && entry.unpackForeign === undefined) {
    const method = methodName(entry.method)
    refuse('page_extraction', 'unsupported', `The entry is packed with ${method}, which is not supported.`, { method })
  }
  if (growsTooMuch(entry)) {
    refuse('page_extraction', 'too-large', 'The entry is too large once unpacked.', { bytes: entry.size })
  }
}

/**
 * Inflates raw deflate data that must give exactly `size` bytes; stops at the first excess byte. Safe in the serving
 * process. Throws FileProblemError.
 */
export function inflateEntry(raw: Uint8Array, size: number): Buffer {
  const budget = Math.min(size, FORMAT_LIMITS.entryBytes)
  return checkedSize(() => inflateRawSync(raw, { maxOutputLength: Math.max(1, budget) }), size)
}

function unpackZstd(raw: Uint8Array, size: number): Buffer {
  return checkedSize(() => zstdDecompressSync(raw, { maxOutputLength: Math.max(1, size) }), size)
}

function checkedSize(unpack: () => Buffer, size: number): Buffer {
  let bytes: Buffer
  try {
    bytes = unpack()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
    const message =
      code === 'ERR_BUFFER_TOO_LARGE' ? 'The entry is larger than it declares.' : 'The entry cannot be unpacked.'
    return refuse('page_extraction', 'page-corrupt', message, { code })
  }
  if (bytes.length === size) return bytes
  return refuse('page_extraction', 'page-corrupt', 'The entry is shorter than it declares.', { bytes: bytes.length })
}

function inflateHead(raw: Buffer): Buffer {
  try {
    // Z_SYNC_FLUSH: the input is truncated on purpose, and the available output is returned.
    return inflateRawSync(raw, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: Math.max(1, Math.min(raw.length * MOST_GROWTH, FORMAT_LIMITS.entryBytes)),
    })
  } catch {
    return refuse('page_extraction', 'page-corrupt', 'The entry cannot be unpacked.')
  }
}

function dataOffsetOf(local: Buffer, entry: ZipEntry): number {
  const whole = local.length >= LOCAL_BYTES && local.readUInt32LE(0) === LOCAL_SIGNATURE
  if (!whole || local.readUInt16LE(8) !== entry.method) {
    refuse('page_extraction', 'page-corrupt', 'The entry is not where the directory says.')
  }
  return entry.headerOffset + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28)
}
