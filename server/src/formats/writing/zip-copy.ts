import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { type FileSource, withSource } from '../file-source'
import { refuse } from '../problem'
import { findDirectory } from '../zip/end-record'
import type { ZipEntry } from '../zip/zip-entry'
import { directoryRecord, endRecords, localHeader } from '../zip/zip-records'
import { refuseWriting } from './refuse-writing'

const STEP = 4 * 1024 * 1024
const WIDE = 0xffffffff
const RECORD = 46
const END = 0x06054b50

/** A member to add or replace. */
export interface NewMember {
  readonly name: string
  readonly bytes: Buffer
  readonly replaced: ZipEntry | null
}

interface Range {
  readonly from: number
  readonly to: number
}

/** Offsets of an archive that can be copied. */
interface Layout {
  readonly directory: Buffer
  readonly offset: number
  readonly comment: Buffer
}

/** Throws FileProblemError for an archive that cannot be copied safely. */
export function requireRewritable(source: FileSource): void {
  layoutOf(source)
}

function layoutOf(source: FileSource): Layout {
  const { offset, size, shift } = findDirectory(source)
  const directory = source.read(offset, size)
  if (shift !== 0 || directory.length !== size)
    refuseWriting(isPart(source, offset + size) ? 'split' : 'not-rewritable')
  return { directory, offset, comment: commentOf(source, offset + size) }
}

/**
 * Copies an archive with some members added or replaced to `target`, which must not exist. All other members are copied
 * byte by byte, with headers, comments and attributes, and compared afterwards. The copy is flushed to the disk. Throws
 * FileProblemError for an archive that cannot be copied safely.
 */
export async function copyZip(source: FileSource, target: string, members: readonly NewMember[]): Promise<void> {
  const { directory, offset, comment } = layoutOf(source)
  const records = recordsOf(directory)
  const replaced = new Set(members.flatMap(member => member.replaced?.headerOffset ?? []))
  const gaps = [...replaced].sort((a, b) => a - b).map(from => gapOf(records, from, offset))
  const ranges = rangesBetween(gaps, offset)
  const goneBefore = (at: number) => gaps.reduce((sum, { from, to }) => (to <= at ? sum + to - from : sum), 0)
  const moved = records
    .filter(record => !replaced.has(record.offset))
    .map(record => withOffset(record, record.offset - goneBefore(record.offset)))
  const own: Buffer[] = []
  let start = offset - goneBefore(offset)
  for (const { name, bytes } of members) {
    const entry = { name: Buffer.from(name), size: bytes.length, offset: start, modifiedMs: Date.now() }
    const crc = crc32(bytes)
    const local = Buffer.concat([localHeader(entry, crc), bytes])
    own.push(local)
    moved.push(directoryRecord(entry, crc))
    start += local.length
  }
  const index = Buffer.concat(moved)
  const end = endRecords({ count: moved.length, start, size: index.length })
  if (comment.length > 0) end.writeUInt16LE(comment.length, end.length - 2)

  const file = openSync(target, 'wx', 0o600)
  try {
    let at = 0
    for (const { from, to } of ranges) {
      for (let position = from; position < to; position += STEP) {
        at = writeAll(file, wholeRead(source, position, Math.min(STEP, to - position)), at)
      }
    }
    writeAll(file, Buffer.concat([...own, index, end, comment]), at)
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

/** Verifies the copied bytes. */
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

/** Position of the zip64 offset in a record; null without one. */
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

/** Gaps: replaced members, up to the next one. */
function gapOf(records: readonly DirectoryRecord[], from: number, end: number): Range {
  const to = records.reduce((next, { offset }) => (offset > from && offset < next ? offset : next), end)
  return { from, to }
}

/** Copied ranges: everything except the gaps, which are sorted. */
function rangesBetween(gaps: readonly Range[], end: number): Range[] {
  const starts = [0, ...gaps.map(({ to }) => to)]
  const ends = [...gaps.map(({ from }) => from), end]
  return starts.map((from, at) => ({ from, to: ends[at] ?? end }))
}

/** The archive's comment. Data after it would be lost, so such an archive is refused. */
function commentOf(source: FileSource, directoryEnd: number): Buffer {
  const rest = source.read(directoryEnd, source.size - directoryEnd)
  for (let at = 0; at + 22 <= rest.length; at++) {
    if (rest.readUInt32LE(at) !== END || at + 22 + rest.readUInt16LE(at + 20) !== rest.length) continue
    if (rest.readUInt16LE(at + 4) !== 0 || rest.readUInt16LE(at + 6) !== 0) refuseWriting('split')
    return rest.subarray(at + 22)
  }
  return refuseWriting('not-rewritable')
}

/** Whether the end record belongs to a multi-part archive. */
function isPart(source: FileSource, directoryEnd: number): boolean {
  const end = source.read(directoryEnd, 22)
  return end.length === 22 && end.readUInt32LE(0) === END && (end.readUInt16LE(4) !== 0 || end.readUInt16LE(6) !== 0)
}
