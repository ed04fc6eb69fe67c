import { crc32 } from 'node:zlib'
import type { PageEntry } from '../../formats/facts'
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

/**
 * A folder of images as a zip that is made while it is sent: stored, one page in memory at a time. The stream fails,
 * before its end, at a page that is no longer as it was analysed.
 */
export function folderArchive({ file, pages }: Pick<OpenBook, 'file' | 'pages'>): ReadableStream<Uint8Array> {
  const placed = placesOf(pages)
  const crcs: number[] = []
  let next = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const one = placed[next++]
        if (one === undefined) {
          controller.enqueue(directoryOf(placed, crcs))
          controller.close()
          return
        }
        const bytes = await folderFile(file, one.entry)
        const crc = crc32(bytes)
        crcs.push(crc)
        controller.enqueue(localHeader(one, crc))
        controller.enqueue(bytes)
      },
    },
    { highWaterMark: 1 },
  )
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
  const last = placed.at(-1)
  const start = last === undefined ? 0 : last.offset + 30 + last.name.length + last.entry.size
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
