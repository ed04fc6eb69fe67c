import type { Sharp } from 'sharp'
import type { ImageInput } from '../../formats/decoders'
import { decodeOther } from './other-images'
import { loadSharp, OPEN_OPTIONS } from './sharp-library'

/** An image as sharp takes it, whatever decoder its kind needs. Throws FileTrouble. */
export async function openImage(image: ImageInput): Promise<Sharp> {
  const sharp = await loadSharp()
  const pixels = image.kind === 'pixels' ? image : await decodeOther(image.bytes)
  if (pixels === null) return sharp(image.bytes, OPEN_OPTIONS)
  const { bytes, width, height, channels } = pixels
  return sharp(bytes, { raw: { width, height, channels: channels ?? 3 } })
}
