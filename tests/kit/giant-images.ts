import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { bmpHeader, heicImage } from './odd-images'

const SIDE = 60_000

/** Small files whose headers declare huge pictures, by format. */
export async function giantImages(): Promise<Readonly<Record<string, Buffer>>> {
  const small = sharp({ create: { width: 16, height: 16, channels: 3, background: '#336699' } })
  return {
    'png 60,000 x 60,000': png(SIDE, SIDE, deflateSync(Buffer.alloc(1000))),
    'png 2,147,483,647 x 2,147,483,647': png(0x7fffffff, 0x7fffffff, deflateSync(Buffer.alloc(10))),
    'png 1 x 65,537': png(1, 65_537, deflateSync(Buffer.alloc(2 * 65_537))),
    'gif 30,000 x 30,000': gif(30_000, 30_000, 1),
    'gif 65,535 x 65,535': gif(65_535, 65_535, 1),
    'jpeg 65,500 x 65,500': resizedJpeg(await small.clone().jpeg().toBuffer(), 65_500),
    'webp 16,383 x 16,383': extendedWebp(await small.clone().webp().toBuffer(), 16_383),
    'webp 16,777,216 x 16,777,216': extendedWebp(await small.clone().webp().toBuffer(), 16_777_216),
    'avif 60,000 x 60,000': resizedIspe(await small.clone().avif().toBuffer(), SIDE),
    'heic 60,000 x 60,000': resizedIspe(heicImage(), SIDE),
    'jxl 1,073,741,824 x 1,073,741,824': jxl(2 ** 30),
    'tiff 60,000 x 60,000': tiff(SIDE),
    'bmp 60,000 x 60,000': bmpHeader(SIDE, SIDE, 1000),
  }
}

export function png(width: number, height: number, data: Uint8Array, chunks: readonly Buffer[] = []): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  // 8 bits, grey.
  head.writeUInt8(8, 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    ...chunks,
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** Frames of one pixel each on a canvas of that size (GIF89a). */
export function gif(width: number, height: number, frames: number): Buffer {
  const head = Buffer.alloc(13)
  head.write('GIF89a')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  // Two colours for all.
  head.writeUInt8(0x80, 10)
  const colours = Buffer.from([0, 0, 0, 255, 255, 255])
  const frame = Buffer.from([
    ...[0x21, 0xf9, 4, 0, 1, 0, 0, 0],
    ...[0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0],
    ...[2, 2, 0x4c, 0x01, 0],
  ])
  return Buffer.concat([head, colours, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

/** An animation with a declared number of frames, of which it has one. */
export function apng(frames: number): Buffer {
  const control = Buffer.alloc(8)
  control.writeUInt32BE(frames)
  const pixels = deflateSync(Buffer.alloc(16 * 17))
  return png(16, 16, pixels, [pngChunk('acTL', control)])
}

function resizedJpeg(jpeg: Buffer, side: number): Buffer {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  jpeg.writeUInt16BE(side, at + 5)
  jpeg.writeUInt16BE(side, at + 7)
  return jpeg
}

/** A lossy WebP in the extended form, whose canvas size takes 24 bits. */
function extendedWebp(webp: Buffer, side: number): Buffer {
  const head = Buffer.alloc(18)
  head.write('VP8X')
  head.writeUInt32LE(10, 4)
  head.writeUIntLE(side - 1, 12, 3)
  head.writeUIntLE(side - 1, 15, 3)
  const body = Buffer.concat([Buffer.from('WEBP'), head, webp.subarray(12)])
  const riff = Buffer.alloc(8)
  riff.write('RIFF')
  riff.writeUInt32LE(body.length, 4)
  return Buffer.concat([riff, body])
}

/** The image spatial extents of AVIF and HEIC (ISO/IEC 23008-12, section 6.5.3). */
function resizedIspe(image: Buffer, side: number): Buffer {
  const at = image.indexOf('ispe')
  image.writeUInt32BE(side, at + 8)
  image.writeUInt32BE(side, at + 12)
  return image
}

/** A bare codestream: not in steps of 8, 30 bits of height, as wide as it is high (ISO/IEC 18181-1, section D.2). */
function jxl(side: number): Buffer {
  const bytes = Buffer.alloc(64)
  bytes.write('\xff\x0a', 'latin1')
  // Bits from the lowest: 0 (not small), 3 (30 bits follow), the height less one, 1 (a square).
  const bits = (BigInt(side - 1) << 3n) | (3n << 1n) | (1n << 33n)
  bytes.writeBigUInt64LE(bits, 2)
  return bytes
}

/** One strip of one byte, grey, in a picture of that size (TIFF 6.0). */
function tiff(side: number): Buffer {
  const tags = [
    [256, 4, side],
    [257, 4, side],
    [258, 3, 8],
    [259, 3, 1],
    [262, 3, 1],
    [273, 4, 8],
    [277, 3, 1],
    [278, 4, side],
    [279, 4, 1],
  ] as const
  const bytes = Buffer.alloc(16 + tags.length * 12 + 6)
  bytes.write('II*\0', 'latin1')
  bytes.writeUInt32LE(12, 4)
  bytes.writeUInt16LE(tags.length, 12)
  for (const [at, [tag, type, value]] of tags.entries()) {
    bytes.writeUInt16LE(tag, 14 + at * 12)
    bytes.writeUInt16LE(type, 16 + at * 12)
    bytes.writeUInt32LE(1, 18 + at * 12)
    bytes.writeUInt32LE(value, 22 + at * 12)
  }
  return bytes
}
