import type { ImageInput } from '../../formats/decoders'
import { imageMediaType, readImageHeader } from '../../formats/image/image-header'
import { FORMAT_LIMITS } from '../../formats/limits'
import { refuse } from '../../formats/trouble'
import { loadSharp, OPEN_OPTIONS } from './sharp-library'

export interface PageImage {
  readonly mediaType: string
  readonly bytes: Buffer
}

const PAGE_QUALITY = 85
/** What sharp decodes here; pages of other kinds are sent as they are, whatever width is asked for. */
const RESIZABLE: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
])

/** An encoded page as it is, or as an upright JPEG of at most `width` pixels across. Throws FileTrouble. */
export async function toPageImage(bytes: Buffer, width: number | null): Promise<PageImage> {
  const mediaType = imageMediaType(bytes)
  if (mediaType === null) {
    return refuse('page_extraction', 'page-corrupt', 'The page is not an image that can be read.')
  }
  if (width === null || !RESIZABLE.has(mediaType)) return { mediaType, bytes }
  const header = readImageHeader(bytes)
  if (header === null || header === 'more') return shrinkPage(bytes, mediaType, width)
  // Neither side is longer, so it is small enough however the camera was held.
  if (Math.max(header.width, header.height) <= width) return { mediaType, bytes }
  if (header.width * header.height > FORMAT_LIMITS.imagePixels) {
    const size = { width: header.width, height: header.height }
    refuse('page_extraction', 'too-large', 'The page has too many pixels to be shrunk.', size)
  }
  return shrinkPage(bytes, mediaType, width)
}

async function shrinkPage(bytes: Buffer, mediaType: string, width: number): Promise<PageImage> {
  const sharp = await loadSharp()
  try {
    const image = sharp(bytes, OPEN_OPTIONS)
    const { autoOrient } = await image.metadata()
    if (autoOrient.width <= width) return { mediaType, bytes }
    const jpeg = await image
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: PAGE_QUALITY })
      .toBuffer()
    return { mediaType: 'image/jpeg', bytes: jpeg }
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
  return { mediaType: 'image/jpeg', bytes }
}
