import type { SizeReading } from './pixel-size'

/** PNG: IHDR is always the first chunk. */
export function pngSize(head: Buffer): SizeReading {
  if (head.length < 24) return 'more'
  if (head.toString('latin1', 12, 16) !== 'IHDR') return null
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
}

/** GIF: the logical screen. */
export function gifSize(head: Buffer): SizeReading {
  if (head.length < 10) return 'more'
  return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
}

/** WebP: simple lossy (VP8), lossless (VP8L), extended (VP8X: the canvas). */
export function webpSize(head: Buffer): SizeReading {
  if (head.length < 30) return 'more'
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8 ':
      if (head.readUIntBE(23, 3) !== 0x9d012a) return null
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      if (head[20] !== 0x2f) return null
      const bits = head.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}

/** BMP: OS/2 headers have 16-bit sizes, all later ones 32-bit; a negative height means top-down. */
export function bmpSize(head: Buffer): SizeReading {
  if (head.length < 26) return 'more'
  const headerBytes = head.readUInt32LE(14)
  if (headerBytes === 12) return { width: head.readUInt16LE(18), height: head.readUInt16LE(20) }
  if (headerBytes < 40 || headerBytes > 1024) return null
  return { width: head.readInt32LE(18), height: Math.abs(head.readInt32LE(22)) }
}
