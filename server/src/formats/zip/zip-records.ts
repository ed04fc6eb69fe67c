/** An entry to write; compressed only with a known packed size, and both sizes below 4 GB: APPNOTE 6.3.10. */
export interface StoredEntry {
  /** UTF-8. */
  readonly name: Uint8Array
  /** Bytes. */
  readonly size: number
  /** Offset of its local header. */
  readonly offset: number
  /** The default date is 1980-01-01. */
  readonly modifiedMs?: number
  /** Its checksum follows the data, because it is unknown when the header is sent. */
  readonly hasDescriptor?: boolean
  /** Packed size of a deflated entry; absent if stored. */
  readonly deflated?: number
}

const MOST = 0xffffffff
const LOCAL_BYTES = 30
const DIRECTORY_BYTES = 46
/** Bit 11: names are UTF-8. Bit 3: the checksum is in a data descriptor. */
const UTF8_NAMES = 0x0800
const DESCRIPTOR = 0x0008
const FIRST_DAY = 0x0021
const FIRST_YEAR = 1980
const LAST_YEAR = 2107
const VERSION = 20
const ZIP64_VERSION = 45
const ZIP64 = 0x0001
const STORED = 0
const DEFLATED = 8

export function localHeaderSize(entry: StoredEntry): number {
  return LOCAL_BYTES + entry.name.length + (isWide(entry) ? 20 : 0)
}

export function descriptorSize(entry: StoredEntry): number {
  if (!entry.hasDescriptor) return 0
  return isWide(entry) ? 24 : 16
}

/** `crc` is ignored for an entry with a data descriptor. */
export function localHeader(entry: StoredEntry, crc: number): Buffer {
  const { name, size } = entry
  const header = Buffer.alloc(localHeaderSize(entry))
  header.writeUInt32LE(0x04034b50, 0)
  writeFacts(header, 4, entry, entry.hasDescriptor ? 0 : crc)
  header.set(name, LOCAL_BYTES)
  if (isWide(entry)) {
    const extra = LOCAL_BYTES + name.length
    header.writeUInt16LE(20, 28)
    header.writeUInt16LE(ZIP64, extra)
    header.writeUInt16LE(16, extra + 2)
    header.writeBigUInt64LE(BigInt(size), extra + 4)
    header.writeBigUInt64LE(BigInt(size), extra + 12)
  }
  return header
}

/** Data descriptor: checksum and sizes after the data. */
export function dataDescriptor(entry: StoredEntry, crc: number): Buffer {
  const descriptor = Buffer.alloc(descriptorSize(entry))
  descriptor.writeUInt32LE(0x08074b50, 0)
  descriptor.writeUInt32LE(crc, 4)
  if (isWide(entry)) {
    descriptor.writeBigUInt64LE(BigInt(entry.size), 8)
    descriptor.writeBigUInt64LE(BigInt(entry.size), 16)
  } else {
    descriptor.writeUInt32LE(entry.size, 8)
    descriptor.writeUInt32LE(entry.size, 12)
  }
  return descriptor
}

export function directoryRecord(entry: StoredEntry, crc: number): Buffer {
  const { name, size, offset } = entry
  const wide = [...(isWide(entry) ? [size, size] : []), ...(offset >= MOST ? [offset] : [])]
  const record = Buffer.alloc(DIRECTORY_BYTES + name.length + (wide.length > 0 ? 4 + 8 * wide.length : 0))
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE(ZIP64_VERSION, 4)
  writeFacts(record, 6, entry, crc)
  record.writeUInt32LE(Math.min(offset, MOST), 42)
  record.set(name, DIRECTORY_BYTES)
  if (wide.length > 0) {
    const extra = DIRECTORY_BYTES + name.length
    record.writeUInt16LE(4 + 8 * wide.length, 30)
    record.writeUInt16LE(ZIP64, extra)
    record.writeUInt16LE(8 * wide.length, extra + 2)
    for (const [i, value] of wide.entries()) record.writeBigUInt64LE(BigInt(value), extra + 4 + 8 * i)
  }
  return record
}

/** Common fields of local header and directory, from the version needed to the length of the name. */
function writeFacts(header: Buffer, at: number, entry: StoredEntry, crc: number): void {
  const { name, size, modifiedMs, hasDescriptor, deflated } = entry
  const { time, date } = dosTime(modifiedMs)
  const shown = isWide(entry) ? MOST : size
  header.writeUInt16LE(isWide(entry) || entry.offset >= MOST ? ZIP64_VERSION : VERSION, at)
  header.writeUInt16LE(UTF8_NAMES | (hasDescriptor ? DESCRIPTOR : 0), at + 2)
  header.writeUInt16LE(deflated === undefined ? STORED : DEFLATED, at + 4)
  header.writeUInt16LE(time, at + 6)
  header.writeUInt16LE(date, at + 8)
  header.writeUInt32LE(crc, at + 10)
  header.writeUInt32LE(deflated ?? shown, at + 14)
  header.writeUInt32LE(shown, at + 18)
  header.writeUInt16LE(name.length, at + 22)
}

/** The end of an archive; with a zip64 record if counts or offsets need it. */
export function endRecords({
  count,
  start,
  size,
}: {
  readonly count: number
  /** Offset and size of the directory. */
  readonly start: number
  readonly size: number
}): Buffer {
  const isLarge = start + size > MOST || count >= 0xffff
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(isLarge ? 0xffff : count, 8)
  end.writeUInt16LE(isLarge ? 0xffff : count, 10)
  end.writeUInt32LE(isLarge ? MOST : size, 12)
  end.writeUInt32LE(isLarge ? MOST : start, 16)
  return isLarge ? Buffer.concat([largeEnd(count, start, size), end]) : end
}

/** The end record of zip64 and its locator. */
function largeEnd(count: number, start: number, directory: number): Buffer {
  const record = Buffer.alloc(76)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(ZIP64_VERSION, 12)
  record.writeUInt16LE(ZIP64_VERSION, 14)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(directory), 40)
  record.writeBigUInt64LE(BigInt(start), 48)
  record.writeUInt32LE(0x07064b50, 56)
  record.writeBigUInt64LE(BigInt(start + directory), 64)
  record.writeUInt32LE(1, 72)
  return record
}

function isWide({ size }: StoredEntry): boolean {
  return size >= MOST
}

/** MS-DOS date and time in UTC, so that an archive is identical in every time zone. */
function dosTime(ms: number | undefined): { readonly time: number; readonly date: number } {
  const at = new Date(ms ?? Number.NaN)
  const year = at.getUTCFullYear()
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR)) return { time: 0, date: FIRST_DAY }
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((year - FIRST_YEAR) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  }
}
