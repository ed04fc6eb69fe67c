import type { Sharp } from 'sharp'
import type { ImageInput } from '../../formats/decoders'
import { decodeOther } from './other-images'
import { loadSharp, OPEN_OPTIONS } from './sharp-library'

/** An image as sharp takes it, whatever decoder its kind needs; one that is cut off is shown as far as it goes unless `failOn` says otherwise. Throws FileProblemError. */
export async function openImage(image: ImageInput, failOn: 'none' | 'truncated' = 'none'): Promise<Sharp> {
  const sharp = await loadSharp()
  const pixels = image.kind === 'pixels' ? image : await decodeOther(image.bytes)
  if (pixels === null) return sharp(asStill(image.bytes), { ...OPEN_OPTIONS, failOn })
  const { bytes, width, height, channels } = pixels
  return sharp(bytes, { raw: { width, height, channels: channels ?? 3 } })
}

/** libvips does not know a moving AVIF (brand `avis`) by its name, though it opens the still in it. */
function asStill(bytes: Buffer): Buffer {
  if (bytes.toString('latin1', 4, 12) !== 'ftypavis') return bytes
  const still = Buffer.from(bytes)
  still.write('avif', 8, 'latin1')
  return still
}
