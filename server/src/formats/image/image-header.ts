import { bmpSize, gifSize, pngSize, webpSize } from './fixed-headers'
import { bmffKind, bmffSize } from './isobmff'
import { jpegSize } from './jpeg'
import { jxlSize } from './jxl'
import type { PixelSize, SizeReading } from './pixel-size'
import { tiffSize } from './tiff'

export interface ImageHeader extends PixelSize {
  readonly mediaType: string
}

/**
 * The type of an image by content, and its size; nothing is decoded. `more`: a longer head is needed; null: not an
 * image, or a broken one.
 */
export function readImageHeader(head: Buffer): ImageHeader | 'more' | null {
  const kind = sniff(head)
  if (kind === null) return null
  const size = kind.size(head)
  if (size === null || size === 'more') return size
  if (size.width <= 0 || size.height <= 0) return null
  return { mediaType: kind.mediaType, width: size.width, height: size.height }
}

/** The media type of an image by its first bytes (32 are enough); null if unknown. */
export function imageMediaType(head: Buffer): string | null {
  return sniff(head)?.mediaType ?? null
}

interface Kind {
  readonly mediaType: string
  readonly size: (head: Buffer) => SizeReading
}

const JPEG: Kind = { mediaType: 'image/jpeg', size: jpegSize }
const PNG: Kind = { mediaType: 'image/png', size: pngSize }
const GIF: Kind = { mediaType: 'image/gif', size: gifSize }
const WEBP: Kind = { mediaType: 'image/webp', size: webpSize }
const BMP: Kind = { mediaType: 'image/bmp', size: bmpSize }
const TIFF: Kind = { mediaType: 'image/tiff', size: tiffSize }
const JXL: Kind = { mediaType: 'image/jxl', size: jxlSize }

function sniff(head: Buffer): Kind | null {
  if (head.length < 3) return null
  if (head[0] === 0xff) return head[1] === 0xd8 && head[2] === 0xff ? JPEG : head[1] === 0x0a ? JXL : null
  const magic = head.toString('latin1', 0, 16)
  if (magic.startsWith('\x89PNG\r\n\x1a\n')) return PNG
  if (magic.startsWith('GIF87a') || magic.startsWith('GIF89a')) return GIF
  if (magic.startsWith('RIFF') && magic.slice(8, 12) === 'WEBP') return WEBP
  if (magic.startsWith('II*\0') || magic.startsWith('MM\0*')) return TIFF
  if (magic.startsWith('\0\0\0\x0cJXL \r\n\x87\n')) return JXL
  if (magic.startsWith('BM')) return BMP
  const mediaType = bmffKind(head)
  return mediaType === null ? null : { mediaType, size: bmffSize }
}
