import type { ResizeOptions } from 'sharp'
import type { ImageInput, Thumbnail } from '../../formats/decoders'
import { refuse } from '../../formats/problem'
import { openImage } from './open-image'
import { isPlainImage } from './plain-image'
import { thumbHashOf } from './thumb-hash'

/** Longest side of a thumbnail, twice the displayed size, and its quality. */
const SIDE = 400
const QUALITY = 80
const INSIDE = { fit: 'inside', withoutEnlargement: true } as const
/** Within 0.2 dB of libvips's default filter, at a third of its cost (measured). */
const FILTER = 'cubic'

/** An image higher than this ratio is part of a strip. */
const STRIP = 2.2
/** Width of a cover by its height. */
const COVER = 2 / 3
const TOP = { fit: 'cover', position: 'top', withoutEnlargement: true } as const

type Shrunk = Omit<Thumbnail, 'thumbHash'>

/**
 * A JPEG of at most 400 px (or `side`) on its longer side, upright, first frame only, on white, without metadata; never
 * enlarged. Of a strip it shows the top: all of it would be too narrow. Throws FileProblemError.
 */
export async function makeThumbnail(image: ImageInput, side: number = SIDE): Promise<Thumbnail> {
  const whole = (await shrinkPlain(image, side)) ?? (await shrink(image, { width: side, height: side, ...INSIDE }))
  const shrunk =
    whole.height > whole.width * STRIP
      ? await shrink(image, { width: Math.round(side * COVER), height: side, ...TOP })
      : whole
  return { ...shrunk, thumbHash: await thumbHashOf(shrunk.jpeg) }
}

/** Fast path without libvips for most covers. Null if the runtime's decoder does not support it. */
async function shrinkPlain(image: ImageInput, side: number): Promise<Shrunk | null> {
  if (image.kind !== 'encoded' || !isPlainImage(image.bytes)) return null
  try {
    const small = new Bun.Image(image.bytes)
      .resize(side, side, { ...INSIDE, filter: FILTER })
      .jpeg({ quality: QUALITY })
    const jpeg = await small.buffer()
    return { jpeg, width: small.width, height: small.height }
  } catch {
    return null
  }
}

async function shrink(image: ImageInput, size: ResizeOptions): Promise<Shrunk> {
  const opened = await openImage(image)
  try {
    const { data, info } = await opened
      .autoOrient()
      .resize(size)
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true })
    return { jpeg: data, width: info.width, height: info.height }
  } catch (error) {
    const said = error instanceof Error ? error.message.slice(0, 200) : ''
    return refuse('thumbnail', 'thumbnail', 'The cover cannot be decoded.', { said })
  }
}
