import { crc32 } from 'node:zlib'
import { refuse } from '../../formats/problem'
import type { UnpackForeign, ZipEntry } from '../../formats/zip/zip-entry'
import { loadSevenZip, refuseBadEnd, type SevenZip } from './seven-zip-library'

/** Loads 7-Zip for zip methods that the runtime lacks. */
export async function loadZipMethods(): Promise<UnpackForeign> {
  const library = await loadSevenZip()
  return (entry, packed, most) => unpackEntry(library, entry, packed, most)
}

/** 7-Zip sees a zip with only this entry under a fixed name, so that nothing else of the archive reaches it. */
function unpackEntry(library: SevenZip, entry: ZipEntry, packed: Buffer, most: number): Buffer {
  const zip = Buffer.concat([localHeader(entry), packed, directory(entry)])
  const input = { size: zip.length, read: (offset: number, length: number) => zip.subarray(offset, offset + length) }
  const chunks: Buffer[] = []
  let bytes = 0
  const end = library.run({
    task: 'unpack',
    type: 'zip',
    input,
    write(chunk) {
      const part = chunk.subarray(0, Math.min(chunk.length, most + 1 - bytes))
      chunks.push(Buffer.from(part))
      bytes += part.length
      return bytes <= most
    },
  })
  const isHead = most < entry.size
  if (end.kind === 'stopped' && isHead) return Buffer.concat(chunks).subarray(0, most)
  if (end.kind === 'stopped') refuse('page_extraction', 'page-corrupt', 'The entry is larger than it declares.')
  if (end.kind === 'damaged') {
    refuse('page_extraction', 'page-corrupt', 'The entry cannot be unpacked.', { said: end.said })
  }
  refuseBadEnd(end)
  const whole = Buffer.concat(chunks)
  if (whole.length !== entry.size || crc32(whole) !== entry.crc) {
    refuse('page_extraction', 'page-corrupt', 'The entry is damaged: it is not what it declares.')
  }
  return whole
}

const NAME = 'page'
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
/** Bits 1 and 2 are parameters of the method (dictionary of implode, end mark of lzma). */
const METHOD_FLAGS = 0x6

function localHeader(entry: ZipEntry): Buffer {
  const header = Buffer.alloc(LOCAL_BYTES)
  header.writeUInt32LE(0x04034b50, 0)
  writeShared(header, 4, entry)
  return Buffer.concat([header, Buffer.from(NAME)])
}

function directory(entry: ZipEntry): Buffer {
  const header = Buffer.alloc(CENTRAL_BYTES)
  header.writeUInt32LE(0x02014b50, 0)
  writeShared(header, 6, entry)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(CENTRAL_BYTES + NAME.length, 12)
  end.writeUInt32LE(LOCAL_BYTES + NAME.length + entry.storedSize, 16)
  return Buffer.concat([header, Buffer.from(NAME), end])
}

/** Common fields of local and central header, from the version needed to the length of the name. */
function writeShared(header: Buffer, at: number, { flags, method, crc, storedSize, size }: ZipEntry): void {
  header.writeUInt16LE(63, at)
  header.writeUInt16LE(flags & METHOD_FLAGS, at + 2)
  header.writeUInt16LE(method, at + 4)
  header.writeUInt32LE(crc, at + 10)
  header.writeUInt32LE(storedSize, at + 14)
  header.writeUInt32LE(size, at + 18)
  header.writeUInt16LE(NAME.length, at + 22)
}
