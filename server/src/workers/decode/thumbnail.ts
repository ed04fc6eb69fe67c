import type { Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import type { ImageInput, Thumbnail } from '../../formats/decoders'
import { refuse } from '../../formats/trouble'
import { openImage } from './open-image'
import { loadSharp } from './sharp-library'

/** Longest side of a thumbnail, and its quality: twice the size at which covers are shown. */
const THUMBNAIL_SIDE = 400
const THUMBNAIL_QUALITY = 80
/** ThumbHash keeps seven waves a side, so that this many pixels are plenty. */
const HASH_SIDE = 32

/**
 * A JPEG of at most 400 px on its longer side, upright, first frame only, on white, without metadata; never larger
 * than the original. The pixels are decoded once: the ThumbHash is made from the small ones.
 */
export async function makeThumbnail(image: ImageInput): Promise<Thumbnail> {
  const sharp = await loadSharp()
  const { pixels, width, height } = await shrink(await openImage(image))
  const jpeg = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: THUMBNAIL_QUALITY })
    .toBuffer()
  return { jpeg, width, height, thumbHash: thumbHashOf(pixels, width, height) }
}

async function shrink(image: Sharp): Promise<{ pixels: Buffer; width: number; height: number }> {
  try {
    const { data, info } = await image
      .autoOrient()
      .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    if (info.channels === 3) return { pixels: data, width: info.width, height: info.height }
    return { pixels: toRgb(data, info.channels), width: info.width, height: info.height }
  } catch (error) {
    const said = error instanceof Error ? error.message.slice(0, 200) : ''
    return refuse('thumbnail', 'thumbnail', 'The cover cannot be decoded.', { said })
  }
}

/** Grey pixels, which libvips leaves at one channel, as three. */
function toRgb(pixels: Buffer, channels: number): Buffer {
  const count = pixels.length / channels
  const rgb = Buffer.allocUnsafe(count * 3)
  for (let i = 0; i < count; i++) rgb.fill(pixels[i * channels] as number, i * 3, i * 3 + 3)
  return rgb
}

/** ThumbHash, base64, of RGB pixels averaged down to 32 on the longer side. */
function thumbHashOf(rgb: Buffer, width: number, height: number): string {
  const scale = Math.min(1, HASH_SIDE / Math.max(width, height))
  const across = Math.max(1, Math.round(width * scale))
  const down = Math.max(1, Math.round(height * scale))
  const small = new Uint8Array(across * down * 4)
  for (let y = 0; y < down; y++) {
    const top = Math.floor((y * height) / down)
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * height) / down))
    for (let x = 0; x < across; x++) {
      const left = Math.floor((x * width) / across)
      const right = Math.max(left + 1, Math.floor(((x + 1) * width) / across))
      averageInto(small, (y * across + x) * 4, rgb, width, { left, right, top, bottom })
    }
  }
  return Buffer.from(rgbaToThumbHash(across, down, small)).toString('base64')
}

interface Area {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

function averageInto(target: Uint8Array, at: number, rgb: Buffer, width: number, area: Area): void {
  // Every second pixel both ways: a hash of seven waves does not see the difference, and it takes a quarter of the time.
  let count = 0
  let red = 0
  let green = 0
  let blue = 0
  for (let y = area.top; y < area.bottom; y += 2) {
    for (let i = (y * width + area.left) * 3; i < (y * width + area.right) * 3; i += 6) {
      count++
      red += rgb[i] as number
      green += rgb[i + 1] as number
      blue += rgb[i + 2] as number
    }
  }
  target[at] = Math.round(red / count)
  target[at + 1] = Math.round(green / count)
  target[at + 2] = Math.round(blue / count)
  target[at + 3] = 255
}
