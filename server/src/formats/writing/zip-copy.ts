import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { type FileSource, withSource } from '../file-source'
import { refuse } from '../problem'
import { findDirectory } from '../zip/end-record'
import type { ZipEntry } from '../zip/zip-entry'
import { directoryRecord, endRecords, localHeader } from '../zip/zip-records'

const STEP = 4 * 1024 * 1024
const WIDE = 0xffffffff
const RECORD = 46
const END = 0x06054b50

/** A member that is added, or that takes the place of another. */
export interface NewMember {
  readonly name: string
  readonly bytes: Buffer
  readonly replaced: ZipEntry | null
}

interface Range {
  readonly from: number
  readonly to: number
}

/**
 * Writes a copy of an archive with one member more, or another one in its place, to `target`, which must not exist. All other
 * members are copied byte by byte, with their headers, comments and attributes, and compared after they were written. The copy is
 * flushed to the disk. Throws FileProblemError for an archive that is not copied safely.
 */
export async function copyZip(source: FileSource, target: string, member: NewMember): Promise<void> {
  const place = findDirectory(source)
  const directory = source.read(place.offset, place.size)
  if (place.shift !== 0 || directory.length !== place.size)
    refuse('parser', 'unsupported', 'The archive has bytes in front of it and is not rewritten.')
  const records = recordsOf(directory)
  const comment = commentOf(source, place.offset + place.size)
  const gap = gapOf(records, member.replaced, place.offset)
  const ranges: Range[] = [
    { from: 0, to: gap.from },
    { from: gap.to, to: place.offset },
  ]
  const start = place.offset - (gap.to - gap.from)
  const entry = { name: Buffer.from(member.name), size: member.bytes.length, offset: start, modifiedMs: Date.now() }
  const crc = crc32(member.bytes)
  const kept = records.filter(({ offset }) => member.replaced === null || offset !== member.replaced.headerOffset)
  const moved = kept.map(record =>
    record.offset >= gap.to ? withOffset(record, record.offset - (gap.to - gap.from)) : record.bytes,
  )
  const own = Buffer.concat([localHeader(entry, crc), member.bytes])
  const index = Buffer.concat([...moved, directoryRecord(entry, crc)])
  const end = endRecords({ count: kept.length + 1, start: start + own.length, size: index.length })
  if (comment.length > 0) end.writeUInt16LE(comment.length, end.length - 2)

  const file = openSync(target, 'wx', 0o600)
  try {
    let at = 0
    for (const { from, to } of ranges) {
      for (let position = from; position < to; position += STEP) {
        at = writeAll(file, wholeRead(source, position, Math.min(STEP, to - position)), at)
      }
    }
    writeAll(file, Buffer.concat([own, index, end, comment]), at)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  await compare(source, target, ranges)
}

function wholeRead(source: FileSource, from: number, length: number): Buffer {
  const bytes = source.read(from, length)
  return bytes.length === length
    ? bytes
    : refuse('other', 'changed-while-read', 'The file was changed while it was read.')
}

function writeAll(file: number, bytes: Buffer, at: number): number {
  let done = 0
  while (done < bytes.length) done += writeSync(file, bytes, done, bytes.length - done, at + done)
  return at + done
}

/** Reads back what was copied. */
async function compare(source: FileSource, target: string, ranges: readonly Range[]): Promise<void> {
  await withSource(target, async copy => {
    let at = 0
    for (const { from, to } of ranges) {
      for (let position = from; position < to; position += STEP) {
        const length = Math.min(STEP, to - position)
        if (!copy.read(at, length).equals(source.read(position, length)))
          refuse('other', 'changed-while-read', 'The copy does not have the same bytes.')
        at += length
      }
    }
  })
}

interface DirectoryRecord {
  readonly bytes: Buffer
  readonly offset: number
}

function recordsOf(directory: Buffer): DirectoryRecord[] {
  const records: DirectoryRecord[] = []
  for (let at = 0; at + RECORD <= directory.length; ) {
    const size =
      RECORD + directory.readUInt16LE(at + 28) + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
    const bytes = directory.subarray(at, at + size)
    const wide = bytes.readUInt32LE(42) === WIDE ? wideOffsetAt(bytes) : null
    records.push({ bytes, offset: wide === null ? bytes.readUInt32LE(42) : Number(bytes.readBigUInt64LE(wide)) })
    at += size
  }
  return records
}

/** Where in a record the offset of zip64 is; null without one. */
function wideOffsetAt(record: Buffer): number | null {
  const extraAt = RECORD + record.readUInt16LE(28)
  const end = extraAt + record.readUInt16LE(30)
  const before = [20, 24].filter(field => record.readUInt32LE(field) === WIDE).length * 8
  for (let at = extraAt; at + 4 <= end; at += 4 + record.readUInt16LE(at + 2)) {
    if (record.readUInt16LE(at) === 1 && at + 12 + before <= end) return at + 4 + before
  }
  return null
}

function withOffset({ bytes }: DirectoryRecord, offset: number): Buffer {
  const moved = Buffer.from(bytes)
  const wide = moved.readUInt32LE(42) === WIDE ? wideOffsetAt(moved) : null
  if (wide === null) moved.writeUInt32LE(offset, 42)
  else moved.writeBigUInt64LE(BigInt(offset), wide)
  return moved
}

/** What is left out: the replaced member, as far as the next one. */
function gapOf(records: readonly DirectoryRecord[], replaced: ZipEntry | null, end: number): Range {
  if (replaced === null) return { from: end, to: end }
  const from = replaced.headerOffset
  const to = records.reduce((next, { offset }) => (offset > from && offset < next ? offset : next), end)
  return { from, to }
}

/** The comment of the archive. Anything behind it would be lost, so such an archive is refused. */
function commentOf(source: FileSource, directoryEnd: number): Buffer {
  const rest = source.read(directoryEnd, source.size - directoryEnd)
  for (let at = 0; at + 22 <= rest.length; at++) {
    if (rest.readUInt32LE(at) !== END || at + 22 + rest.readUInt16LE(at + 20) !== rest.length) continue
    return rest.subarray(at + 22)
  }
  return refuse('parser', 'unsupported', 'The archive has bytes behind its end and is not rewritten.')
}
