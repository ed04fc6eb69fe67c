import { crc32 } from 'node:zlib'
import type { PageEntry } from '../../../formats/facts'
import { folderFile } from './folder-file'
import type { OpenBook } from './open-books'

const MOST = 0xffffffff
/** Directory records, sizes and dates: APPNOTE 6.3.10. Names are UTF-8 (bit 11), the date is 1980-01-01. */
const UTF8_NAMES = 0x0800
const FIRST_DAY = 0x0021

interface Placed {
  readonly name: Buffer
  readonly entry: PageEntry
  readonly offset: number
}

/** A folder of images as a zip: stored, so that its length and the place of each byte are known before it is made. */
export interface FolderArchive {
  /** Bytes. */
  readonly size: number
  /**
   * The bytes from the first to the last, both inclusive, made while they are sent: one page in memory at a time. The stream
   * fails at a page that has changed since the analysis.
   */
  stream(first: number, last: number): ReadableStream<Uint8Array>
}

/** Checksums of pages that have been read, as long as the book is open: the end of the zip has all of them. */
const knownCrcs = new WeakMap<readonly PageEntry[], (number | undefined)[]>()

export function folderArchive({ file, pages }: Pick<OpenBook, 'file' | 'pages'>): FolderArchive {
  const placed = placesOf(pages)
  const start = endOf(placed.at(-1))
  // Its length hangs on names and places alone.
  const size = start + directoryOf(placed, []).length
  const crcs = knownCrcs.get(pages) ?? []
  knownCrcs.set(pages, crcs)

  async function read(one: Placed, index: number): Promise<Uint8Array> {
    const bytes = await folderFile(file, one.entry)
    crcs[index] = crc32(bytes)
    return bytes
  }

  async function* parts(first: number, last: number): AsyncGenerator<Uint8Array, void> {
    const wanted = (bytes: Uint8Array, at: number) =>
      bytes.subarray(Math.max(0, first - at), Math.max(0, last + 1 - at))
    for (const [index, one] of placed.entries()) {
      if (endOf(one) <= first || one.offset > last) continue
      const bytes = await read(one, index)
      const header = localHeader(one, crcs[index] ?? 0)
      yield wanted(header, one.offset)
      yield wanted(bytes, one.offset + header.length)
    }
    if (last < start) return
    for (const [index, one] of placed.entries()) if (crcs[index] === undefined) await read(one, index)
    yield wanted(
      directoryOf(
        placed,
        crcs.map(crc => crc ?? 0),
      ),
      start,
    )
  }

  return {
    size,
    stream(first, last) {
      const made = parts(first, last)
      return new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            const { done, value } = await made.next()
            if (done) controller.close()
            // A reader that waits is not woken by nothing.
            else if (value.length > 0) controller.enqueue(value)
            else await this.pull?.(controller)
          },
          async cancel() {
            await made.return()
          },
        },
        { highWaterMark: 1 },
      )
    },
  }
}

function endOf(one: Placed | undefined): number {
  return one === undefined ? 0 : one.offset + 30 + one.name.length + one.entry.size
}

function placesOf(pages: readonly PageEntry[]): Placed[] {
  let offset = 0
  return pages.map(entry => {
    const name = Buffer.from(entry.name)
    const one = { name, entry, offset }
    offset += 30 + name.length + entry.size
    return one
  })
}

function localHeader({ name, entry }: Placed, crc: number): Uint8Array {
  const header = Buffer.alloc(30 + name.length)
  header.writeUInt32LE(0x04034b50, 0)
  writeFacts(header, 4, entry, crc, name)
  name.copy(header, 30)
  return header
}

/** What local header and directory say alike, from the version needed to the length of the extra field. */
function writeFacts(header: Buffer, at: number, { size }: PageEntry, crc: number, name: Buffer): void {
  header.writeUInt16LE(20, at)
  header.writeUInt16LE(UTF8_NAMES, at + 2)
  header.writeUInt16LE(FIRST_DAY, at + 8)
  header.writeUInt32LE(crc, at + 10)
  header.writeUInt32LE(size, at + 14)
  header.writeUInt32LE(size, at + 18)
  header.writeUInt16LE(name.length, at + 22)
}

function directoryOf(placed: readonly Placed[], crcs: readonly number[]): Uint8Array {
  const records = Buffer.concat(placed.map((one, i) => directoryRecord(one, crcs[i] ?? 0)))
  const start = endOf(placed.at(-1))
  const isLarge = start + records.length > MOST || placed.length >= 0xffff
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(isLarge ? 0xffff : placed.length, 8)
  end.writeUInt16LE(isLarge ? 0xffff : placed.length, 10)
  end.writeUInt32LE(isLarge ? MOST : records.length, 12)
  end.writeUInt32LE(isLarge ? MOST : start, 16)
  return Buffer.concat([records, ...(isLarge ? [largeEnd(placed.length, start, records.length)] : []), end])
}

function directoryRecord({ name, entry, offset }: Placed, crc: number): Buffer {
  const isFar = offset > MOST
  const record = Buffer.alloc(46 + name.length + (isFar ? 12 : 0))
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE(45, 4)
  writeFacts(record, 6, entry, crc, name)
  record.writeUInt32LE(isFar ? MOST : offset, 42)
  name.copy(record, 46)
  if (isFar) {
    record.writeUInt16LE(12, 30)
    record.writeUInt16LE(1, 46 + name.length)
    record.writeUInt16LE(8, 48 + name.length)
    record.writeBigUInt64LE(BigInt(offset), 50 + name.length)
  }
  return record
}

/** The end record of zip64 and its locator. */
function largeEnd(count: number, start: number, directory: number): Buffer {
  const record = Buffer.alloc(76)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(45, 12)
  record.writeUInt16LE(45, 14)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(directory), 40)
  record.writeBigUInt64LE(BigInt(start), 48)
  record.writeUInt32LE(0x07064b50, 56)
  record.writeBigUInt64LE(BigInt(start + directory), 64)
  record.writeUInt32LE(1, 72)
  return record
}
