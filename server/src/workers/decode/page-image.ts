import type { ImageInput } from '../../formats/decoders'
import { imageMediaType, readImageHeader } from '../../formats/image/image-header'
import { FORMAT_LIMITS } from '../../formats/limits'
import { refuse } from '../../formats/problem'
import { openImage } from './open-image'
import { loadSharp } from './sharp-library'

export interface PageImage {
  readonly mediaType: string
  readonly bytes: Buffer
}

const PAGE_QUALITY = 85
/** Formats decoded here; pages of other formats are always sent unchanged. */
const DECODABLE: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
  'image/jxl',
  'image/heic',
  'image/bmp',
])

export interface WantedImage {
  /** Maximum width in pixels; null for the original. */
  readonly width: number | null
  /** True converts it to JPEG even if it is narrow enough. */
  readonly asJpeg: boolean
}

/** An encoded page unchanged, or as an upright JPEG of at most `width` pixels. Throws FileProblemError. */
export async function toPageImage(bytes: Buffer, { width, asJpeg }: WantedImage): Promise<PageImage> {
  const mediaType = imageMediaType(bytes)
  if (mediaType === null) {
    return refuse('page_extraction', 'page-corrupt', 'The page is not an image that can be read.')
  }
  const mustChange = asJpeg && mediaType !== JPEG
  if ((width === null && !mustChange) || !DECODABLE.has(mediaType)) return { mediaType, bytes }
  const header = readImageHeader(bytes)
  const original = mustChange ? null : { mediaType, bytes }
  if (header === null || header === 'more') return makeJpeg(bytes, width, original)
  // Neither side is longer, so it is small enough in any orientation.
  if (original !== null && Math.max(header.width, header.height) <= (width ?? 0)) return original
  if (header.width * header.height > FORMAT_LIMITS.imagePixels) {
    const size = { width: header.width, height: header.height }
    refuse('page_extraction', 'too-large', 'The page has too many pixels to be converted.', size)
  }
  return makeJpeg(bytes, width, original)
}

const JPEG = 'image/jpeg'

/** `original` is sent for a page that is not wider. */
async function makeJpeg(bytes: Buffer, width: number | null, original: PageImage | null): Promise<PageImage> {
  const image = await openImage({ kind: 'encoded', bytes })
  try {
    if (width !== null && original !== null) {
      const { autoOrient } = await image.metadata()
      if (autoOrient.width <= width) return original
    }
    const upright = image.autoOrient()
    const narrow = width === null ? upright : upright.resize({ width, withoutEnlargement: true })
    const jpeg = await narrow.flatten({ background: '#ffffff' }).jpeg({ quality: PAGE_QUALITY }).toBuffer()
    return { mediaType: JPEG, bytes: jpeg }
  } catch (error) {
    const said = error instanceof Error ? error.message.slice(0, 200) : ''
    return refuse('page_extraction', 'page-corrupt', 'The page cannot be decoded.', { said })
  }
}

/** Rendered pixels as a JPEG. */
export async function encodePixels(image: ImageInput & { kind: 'pixels' }): Promise<PageImage> {
  const sharp = await loadSharp()
  const { width, height } = image
  const bytes = await sharp(image.bytes, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: PAGE_QUALITY })
    .toBuffer()
  return { mediaType: JPEG, bytes }
}
