import { crc32, deflateRawSync } from 'node:zlib'

/** One file of an archive. Bytes are written as they are, or deflated. */
export interface ZipEntry {
  readonly name: string
  readonly data: Uint8Array | string
  readonly method?: 'store' | 'deflate'
}

const SIGNATURE = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 }
/** Bit 11 of the flags: the name is UTF-8. */
const UTF8_NAMES = 0x0800
const VERSION_2_0 = 20
/** 1 January 1980, the earliest date ZIP can say: the same entries give the same bytes. */
const DOS_DATE = 0x0021

/** The bytes of a ZIP archive (APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16; no zip64). */
export function zip(entries: readonly ZipEntry[]): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const data = Buffer.from(entry.data as Uint8Array)
    const deflated = entry.method === 'deflate'
    const body = deflated ? deflateRawSync(data) : data
    const shared = sharedFields(data, body, deflated, name.length)
    parts.push(header(SIGNATURE.local, [VERSION_2_0], shared, []), name, body)
    // Comment length, disk number and internal attributes: 0; external attributes (0, 0); offset in two halves.
    const tail = [0, 0, 0, 0, 0, offset & 0xffff, offset >>> 16]
    directory.push(header(SIGNATURE.central, [VERSION_2_0, VERSION_2_0], shared, tail), name)
    offset += 30 + name.length + body.length
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(SIGNATURE.end, 0)
  // Without zip64 a larger number is truncated to 16 bits, as some writers do.
  end.writeUInt16LE(entries.length & 0xffff, 8)
  end.writeUInt16LE(entries.length & 0xffff, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}

/** The thirteen 16-bit words that the local and the central header have in common. */
function sharedFields(data: Buffer, body: Buffer, deflated: boolean, nameLength: number): number[] {
  const halves = (value: number) => [value & 0xffff, value >>> 16]
  const sums = [crc32(data), body.length, data.length].flatMap(halves)
  return [UTF8_NAMES, deflated ? 8 : 0, 0, DOS_DATE, ...sums, nameLength, 0]
}

function header(signature: number, before: number[], shared: number[], after: number[]): Buffer {
  const words = [...before, ...shared, ...after]
  const buffer = Buffer.alloc(4 + words.length * 2)
  buffer.writeUInt32LE(signature, 0)
  words.forEach((word, index) => {
    buffer.writeUInt16LE(word, 4 + index * 2)
  })
  return buffer
}
