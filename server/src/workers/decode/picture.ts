import type { Sharp } from 'sharp'
import type { ImageInput } from '../../formats/decoders'
import { FORMAT_LIMITS } from '../../formats/limits'
import { FileProblemError, refuse } from '../../formats/problem'
import { readCover } from '../../formats/sidecar/read-sidecars'
import type { CropShares, PictureOutput } from '../pool.types'
import { decoded, openImage } from './open-image'
import { thumbHashOf } from './thumb-hash'

/** The result of one output: its pixels, a name derived from its bytes, and for a JPEG its ThumbHash in base64. */
export interface MadePicture {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
  readonly version: string
  readonly thumbHash: string | null
}

const JPEG_QUALITY = 85
const WEBP_QUALITY = 80

/**
 * A picture in several sizes, each re-encoded: upright, first frame only, on white, in sRGB, without metadata, never
 * enlarged. `isWhole` refuses a truncated one. Throws FileProblemError.
 */
export async function makePictures(path: string, outputs: readonly PictureOutput[], isWhole: boolean) {
  const { width, height, load } = await readCover(path)
  if (width * height > FORMAT_LIMITS.imagePixels || Math.max(width, height) > FORMAT_LIMITS.imageSide) {
    refuse('thumbnail', 'too-large', 'The image has too many pixels.', { width, height })
  }
  const image = await load()
  const hash = new Bun.CryptoHasher('sha256').update(image.bytes).digest('hex')
  const once = await decoded(image)
  const pictures: MadePicture[] = []
  for (const output of outputs) pictures.push(await makePicture(once, output, isWhole))
  return { hash, width, height, pictures }
}

async function makePicture(image: ImageInput, output: PictureOutput, isWhole: boolean): Promise<MadePicture> {
  try {
    return await encode(await cropped(image, output.crop, isWhole), output)
  } catch (error) {
    if (error instanceof FileProblemError) throw error
    const said = error instanceof Error ? error.message.slice(0, 200) : ''
    return refuse('thumbnail', 'thumbnail', 'The image cannot be decoded.', { said })
  }
}

async function cropped(image: ImageInput, crop: CropShares | null, isWhole: boolean): Promise<Sharp> {
  const upright = (await openImage(image, isWhole ? 'truncated' : 'none')).autoOrient()
  if (crop === null) return upright
  const { autoOrient } = await upright.metadata()
  const left = Math.min(autoOrient.width - 1, Math.round(crop.x * autoOrient.width))
  const top = Math.min(autoOrient.height - 1, Math.round(crop.y * autoOrient.height))
  return upright.extract({
    left,
    top,
    width: Math.max(1, Math.min(autoOrient.width - left, Math.round(crop.width * autoOrient.width))),
    height: Math.max(1, Math.min(autoOrient.height - top, Math.round(crop.height * autoOrient.height))),
  })
}

async function encode(image: Sharp, { width, height, format, fills }: PictureOutput): Promise<MadePicture> {
  const small = image
    .resize(width, height, fills ? { fit: 'cover' } : { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
  const encoded = format === 'webp' ? small.webp({ quality: WEBP_QUALITY }) : small.jpeg({ quality: JPEG_QUALITY })
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  return {
    bytes: data,
    width: info.width,
    height: info.height,
    version: Bun.hash(data).toString(36),
    thumbHash: format === 'jpeg' ? await thumbHashOf(data) : null,
  }
}
