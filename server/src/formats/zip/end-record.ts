import type { FileSource } from '../file-source'
import { refuse } from '../problem'

/** Offset of the central directory in the file, and the correction for the offsets in it. */
export interface DirectoryPlace {
  readonly offset: number
  readonly size: number
  /** Declared number of entries; modulo 65,536 without a zip64 record. */
  readonly count: number
  readonly countIsExact: boolean
  /** Bytes before the archive that its offsets do not count (a self-extractor). */
  readonly shift: number
}

const END_SIGNATURE = 0x06054b50
const END_BYTES = 22
const LOCATOR_SIGNATURE = 0x07064b50
const LOCATOR_BYTES = 20
const END64_SIGNATURE = 0x06064b50
const END64_BYTES = 56
const DIRECTORY_SIGNATURE = 0x02014b50
const MOST_COMMENT_BYTES = 65_535
// Nearly all have a short comment or none; trailing junk of up to one megabyte is tolerated.
const SEARCH_STEPS = [64 * 1024, 1024 * 1024]

/**
 * Finds the end record from the back. A comment may contain similar bytes, so a candidate counts only if it points to a
 * directory; an empty archive counts only if nothing better is found.
 */
export function findDirectory(source: FileSource): DirectoryPlace {
  for (const span of SEARCH_STEPS) {
    const start = Math.max(0, source.size - span)
    const tail = source.read(start, source.size - start)
    const found = searchTail(source, tail, start)
    if (found !== null) return found
    if (start === 0) break
  }
  return refuse('parser', 'corrupt', 'The archive has no readable directory: it is cut off or damaged.')
}

/** True if an end record with its directory is found near the end of the file. */
export function looksLikeZip(source: FileSource): boolean {
  const start = Math.max(0, source.size - MOST_COMMENT_BYTES - END_BYTES)
  return searchTail(source, source.read(start, source.size - start), start) !== null
}

function searchTail(source: FileSource, tail: Buffer, start: number): DirectoryPlace | null {
  let empty: DirectoryPlace | null = null
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail[at] !== 0x50 || tail.readUInt32LE(at) !== END_SIGNATURE) continue
    const place = readEndRecord(source, tail.subarray(at), start + at)
    if (place === null) continue
    if (place.count > 0) return place
    empty ??= place
  }
  return empty
}

function readEndRecord(source: FileSource, record: Buffer, at: number): DirectoryPlace | null {
  const declared = { count: record.readUInt16LE(10), size: record.readUInt32LE(12), offset: record.readUInt32LE(16) }
  const needs64 = declared.count === 0xffff || declared.size === 0xffffffff || declared.offset === 0xffffffff
  const wide = needs64 ? readEnd64(source, at) : null
  const { count, size, offset, before } = wide ?? { ...declared, before: at }
  if (size > before) return null
  if (count === 0 && size === 0) return { offset: before, size: 0, count: 0, countIsExact: true, shift: 0 }
  const place = { size, count, countIsExact: wide !== null }
  // The directory ends at the end record; its declared offset is wrong if bytes precede the archive.
  if (startsDirectory(source, before - size)) return { ...place, offset: before - size, shift: before - size - offset }
  if (startsDirectory(source, offset)) return { ...place, offset, shift: 0 }
  return null
}

function startsDirectory(source: FileSource, offset: number): boolean {
  const head = source.read(offset, 4)
  return head.length === 4 && head.readUInt32LE(0) === DIRECTORY_SIGNATURE
}

interface WideEnd {
  readonly count: number
  readonly size: number
  readonly offset: number
  /** Offset of the record itself. */
  readonly before: number
}

function readEnd64(source: FileSource, endAt: number): WideEnd | null {
  const locator = source.read(endAt - LOCATOR_BYTES, LOCATOR_BYTES)
  if (locator.length < LOCATOR_BYTES || locator.readUInt32LE(0) !== LOCATOR_SIGNATURE) return null
  const named = Number(locator.readBigUInt64LE(8))
  for (const at of [named, endAt - LOCATOR_BYTES - END64_BYTES]) {
    const record = source.read(at, END64_BYTES)
    if (record.length < END64_BYTES || record.readUInt32LE(0) !== END64_SIGNATURE) continue
    return {
      count: Number(record.readBigUInt64LE(32)),
      size: Number(record.readBigUInt64LE(40)),
      offset: Number(record.readBigUInt64LE(48)),
      before: at,
    }
  }
  return null
}
