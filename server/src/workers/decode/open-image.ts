import type { Sharp } from 'sharp'
import type { ImageInput } from '../../formats/decoders'
import { decodeOther } from './other-images'
import { loadSharp, OPEN_OPTIONS } from './sharp-library'
import { drawSvg } from './svg-image'

/** Raw pixels of formats that need a separate decoder or are drawn; others as they are. Throws FileProblemError. */
export async function decoded(image: ImageInput): Promise<ImageInput> {
  if (image.kind === 'pixels') return image
  return (await decodeOther(image.bytes)) ?? (await drawSvg(image.bytes)) ?? image
}

/**
 * An image for sharp, from any decoder; a truncated one is shown as far as possible unless `failOn` says otherwise.
 * Throws FileProblemError.
 */
export async function openImage(image: ImageInput, failOn: 'none' | 'truncated' = 'none'): Promise<Sharp> {
  const sharp = await loadSharp()
  const found = await decoded(image)
  if (found.kind === 'encoded') return sharp(asStill(found.bytes), { ...OPEN_OPTIONS, failOn })
  const { bytes, width, height, channels } = found
  return sharp(bytes, { raw: { width, height, channels: channels ?? 3 } })
}

/** libvips does not recognise an animated AVIF (brand `avis`), though it opens the still in it. */
function asStill(bytes: Buffer): Buffer {
  if (bytes.toString('latin1', 4, 12) !== 'ftypavis') return bytes
  const still = Buffer.from(bytes)
  still.write('avif', 8, 'latin1')
  return still
}
