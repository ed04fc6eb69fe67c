import { crc32, deflateRawSync } from 'node:zlib'

/** Values in both headers of an entry; each may be wrong. */
export interface RawHeader {
  readonly name: string | Uint8Array
  readonly method: number
  readonly flags: number
  readonly crc: number
  readonly size: number
  readonly storedSize: number
}

/** One entry field by field; defaults are valid. */
export interface RawEntry extends Partial<RawHeader> {
  readonly name: string | Uint8Array
  /** The bytes as stored in the file. */
  readonly data: Uint8Array
  /** Different values in the local header. */
  readonly local?: Partial<RawHeader>
  /** The declared offset of the local header. */
  readonly offset?: number
  /** Extra field of the directory. */
  readonly extra?: Uint8Array
  /** Sizes and checksum follow the data, and the local header has none (bit 3 of the flags). */
  readonly descriptor?: boolean
  /** Sizes and offset are in zip64 fields of the directory. */
  readonly zip64?: boolean
  /** False: its bytes are present, but it is missing in the directory. */
  readonly listed?: boolean
}

export interface RawArchive {
  readonly prefix?: Uint8Array
  /** Offsets count from the beginning of the file, not from behind the prefix. */
  readonly countsPrefix?: boolean
  readonly comment?: Uint8Array
  readonly zip64?: boolean
  /** The declared number of entries. */
  readonly count?: number
}

const DESCRIPTOR_FLAG = 0x08
const WIDE = 0xffffffff

/** A zip as described, valid or not (APPNOTE 6.3.10, sections 4.3.7 to 4.3.16). */
export function rawZip(entries: readonly RawEntry[], options: RawArchive = {}): Buffer {
  const { prefix = Buffer.alloc(0), countsPrefix = false } = options
  const parts: Buffer[] = [Buffer.from(prefix)]
  const directory: Buffer[] = []
  const base = countsPrefix ? prefix.length : 0
  let at = base
  for (const entry of entries) {
    const begin = at
    const local = [localHeader(entry), Buffer.from(entry.data), ...(entry.descriptor ? [descriptor(entry)] : [])]
    parts.push(...local)
    at += local.reduce((sum, part) => sum + part.length, 0)
    if (entry.listed !== false) directory.push(centralHeader(entry, entry.offset ?? begin))
  }
  const bytes = Buffer.concat(directory)
  return Buffer.concat([...parts, bytes, endRecords({ at, size: bytes.length, entries: directory.length }, options)])
}

/** An entry whose bytes are deflated. */
export function deflated(name: string, data: Uint8Array, more: Partial<RawEntry> = {}): RawEntry {
  return { name, data: deflateRawSync(data), method: 8, crc: crc32(data), size: data.length, ...more }
}

export function localHeader(entry: RawEntry): Buffer {
  const said = { ...headerOf(entry), ...(entry.descriptor && { crc: 0, size: 0, storedSize: 0 }), ...entry.local }
  const name = Buffer.from(said.name as string)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(said.flags, 6)
  header.writeUInt16LE(said.method, 8)
  header.writeUInt16LE(0x21, 12)
  writeSums(header, 14, said)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

export function centralHeader(entry: RawEntry, offset: number): Buffer {
  const said = headerOf(entry)
  const name = Buffer.from(said.name as string)
  const wide = entry.zip64 ? wideField([said.size, said.storedSize, offset]) : Buffer.alloc(0)
  const extra = Buffer.concat([wide, entry.extra ?? Buffer.alloc(0)])
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(entry.zip64 ? 45 : 20, 6)
  header.writeUInt16LE(said.flags, 8)
  header.writeUInt16LE(said.method, 10)
  header.writeUInt16LE(0x21, 14)
  writeSums(header, 16, entry.zip64 ? { crc: said.crc, size: WIDE, storedSize: WIDE } : said)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt16LE(extra.length, 30)
  header.writeUInt32LE(entry.zip64 ? WIDE : offset, 42)
  return Buffer.concat([header, name, extra])
}

/** The end of an archive whose directory is at `at`. */
export function endRecords(
  { at, size, entries }: { readonly at: number; readonly size: number; readonly entries: number },
  { comment = Buffer.alloc(0), zip64 = false, count = entries }: RawArchive = {},
): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(zip64 ? 0xffff : count & 0xffff, 8)
  end.writeUInt16LE(zip64 ? 0xffff : count & 0xffff, 10)
  end.writeUInt32LE(zip64 ? WIDE : size, 12)
  end.writeUInt32LE(zip64 ? WIDE : at, 16)
  end.writeUInt16LE(comment.length, 20)
  if (!zip64) return Buffer.concat([end, comment])
  const wide = Buffer.alloc(56)
  wide.writeUInt32LE(0x06064b50)
  wide.writeBigUInt64LE(44n, 4)
  for (const [place, value] of [
    [24, count],
    [32, count],
    [40, size],
    [48, at],
  ] as const) {
    wide.writeBigUInt64LE(BigInt(value), place)
  }
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50)
  locator.writeBigUInt64LE(BigInt(at + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([wide, locator, end, comment])
}

function headerOf(entry: RawEntry): RawHeader {
  const { name, data, method = 0, crc = crc32(data), size = data.length, storedSize = data.length } = entry
  return { name, method, flags: (entry.flags ?? 0) | (entry.descriptor ? DESCRIPTOR_FLAG : 0), crc, size, storedSize }
}

function descriptor(entry: RawEntry): Buffer {
  const said = headerOf(entry)
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(0x08074b50)
  writeSums(bytes, 4, said)
  return bytes
}

function writeSums(header: Buffer, at: number, said: Pick<RawHeader, 'crc' | 'size' | 'storedSize'>): void {
  header.writeUInt32LE(said.crc, at)
  header.writeUInt32LE(Math.min(said.storedSize, WIDE), at + 4)
  header.writeUInt32LE(Math.min(said.size, WIDE), at + 8)
}

function wideField(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + values.length * 8)
  field.writeUInt16LE(1)
  field.writeUInt16LE(values.length * 8, 2)
  values.forEach((value, index) => {
    field.writeBigUInt64LE(BigInt(value), 4 + index * 8)
  })
  return field
}
