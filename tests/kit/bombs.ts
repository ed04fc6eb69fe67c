import { constants, deflateRawSync, gzipSync } from 'node:zlib'
import { centralHeader, deflated, endRecords, localHeader, type RawEntry } from './raw-zip'

const CHUNK = 64 * 1024 * 1024

/** Deflated zeros: 10 GiB take 10 MB. The pieces end on whole bytes, so they can be concatenated. */
export function deflatedZeros(bytes: number): Buffer {
  const piece = deflateRawSync(Buffer.alloc(CHUNK), { finishFlush: constants.Z_FULL_FLUSH })
  const last = deflateRawSync(Buffer.alloc(0))
  return Buffer.concat([...Array.from({ length: Math.ceil(bytes / CHUNK) }, () => piece), last])
}

/** The beginning of a picture, followed by any number of zeros. */
export function deflatedPicture(head: Uint8Array, bytes: number): Buffer {
  return Buffer.concat([deflateRawSync(head, { finishFlush: constants.Z_FULL_FLUSH }), deflatedZeros(bytes)])
}

/** A tar of one image with a declared size of `bytes`, in as many gzip members as needed. */
export function gzippedTar(name: string, head: Uint8Array, bytes: number): Buffer {
  const piece = gzipSync(Buffer.alloc(CHUNK))
  const first = gzipSync(Buffer.concat([tarHeader(name, bytes), head]))
  return Buffer.concat([first, ...Array.from({ length: Math.ceil(bytes / CHUNK) }, () => piece)])
}

/** Sizes from 8 GiB on are written as bytes of a number, as GNU does. */
export function tarHeader(name: string, size: number, type = '0', link = ''): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0, 100)
  header.write('0000644\0', 100)
  if (size < 8 ** 11) header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  else {
    header.writeUInt8(0x80, 124)
    header.writeBigUInt64BE(BigInt(size), 128)
  }
  header.write('00000000000\0', 136)
  header.write('        ', 148)
  header.write(type, 156)
  header.write(link, 157, 100)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

export interface OverlapOptions {
  readonly entries: number
  /** Bytes of zeros in the one kernel that all entries share. */
  readonly kernel: number
  readonly zip64?: boolean
}

/** All entries of the directory name one and the same local header (Fifield, WOOT 2019, full overlap). */
export function fullOverlap({ entries, kernel, zip64 = false }: OverlapOptions): Buffer {
  const one = deflated('0.jpg', Buffer.alloc(kernel))
  const file = Buffer.concat([localHeader(one), Buffer.from(one.data)])
  const directory = Array.from({ length: entries }, (_, i) => centralHeader({ ...one, name: `${i}.jpg`, zip64 }, 0))
  return withDirectory(file, directory, zip64)
}

/**
 * Each entry begins with a stored deflate block that quotes the local header of the next, and so continues through all
 * that follow, to the kernel (Fifield, WOOT 2019, quoted overlap). The checksums are wrong, which only inflating
 * reveals.
 */
export function quotedOverlap({ entries, kernel, zip64 = false }: OverlapOptions): Buffer {
  let tail = deflateRawSync(Buffer.alloc(kernel))
  let plain = kernel
  let file = Buffer.alloc(0)
  const placed: { readonly entry: RawEntry; readonly fromEnd: number }[] = []
  for (let i = entries - 1; i >= 0; i--) {
    if (file.length > 0) {
      const quote = Buffer.alloc(5)
      quote.writeUInt16LE(quotedBytes(file), 1)
      quote.writeUInt16LE(~quotedBytes(file) & 0xffff, 3)
      tail = Buffer.concat([quote, file])
      plain += quotedBytes(file)
    }
    const entry: RawEntry = { name: `${i}.jpg`, data: tail, method: 8, crc: 1, size: plain }
    file = Buffer.concat([localHeader(entry), tail])
    placed.push({ entry, fromEnd: file.length })
  }
  const directory = placed
    .toReversed()
    .map(({ entry, fromEnd }) => centralHeader({ ...entry, zip64 }, file.length - fromEnd))
  return withDirectory(file, directory, zip64)
}

/** The length of the local header with its name. */
function quotedBytes(file: Buffer): number {
  return 30 + file.readUInt16LE(26)
}

function withDirectory(file: Buffer, directory: readonly Buffer[], zip64: boolean): Buffer {
  const bytes = Buffer.concat(directory)
  const end = endRecords({ at: file.length, size: bytes.length, entries: directory.length }, { zip64 })
  return Buffer.concat([file, bytes, end])
}
