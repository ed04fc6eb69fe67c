import type { ImageInput } from '../../formats/decoders'
import { readSvg, type SvgReading } from '../../formats/image/svg'
import { FORMAT_LIMITS } from '../../formats/limits'
import { FileProblemError, refuse } from '../../formats/problem'
import { LIMITS } from '../../kernel/limits'
import { loadSharp } from './sharp-library'

const LOADER = { operation: ['VipsForeignLoadSvg'] }
/** Pixels an inch at which librsvg draws a pixel as a pixel, and the least and most that are asked for. */
const DENSITY = { usual: 72, least: 1, most: 7200 }
const CSS_DENSITY = 96

/**
 * The pixels of an SVG, as large as the largest cover; null for every other kind. What runs, refers to other files or
 * declares entities is refused before it is drawn; librsvg itself opens nothing, and ends drawings that repeat
 * themselves without end. Throws FileProblemError.
 */
export async function drawSvg(bytes: Buffer): Promise<(ImageInput & { readonly kind: 'pixels' }) | null> {
  const reading = readSvg(bytes)
  if (reading === null) return null
  if (reading.kind === 'refused') throw new FileProblemError(reading.problem)
  const side = LIMITS.covers.masterSide
  const density = densityFor(reading, side)
  const sharp = await loadSharp()
  // Unknown to everything else: a page that turns out to be an SVG is refused.
  sharp.unblock(LOADER)
  try {
    const { data, info } = await sharp(bytes, {
      density,
      limitInputPixels: FORMAT_LIMITS.imagePixels,
    })
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { kind: 'pixels', bytes: data, width: info.width, height: info.height, channels: 4 }
  } catch (error) {
    const said = error instanceof Error ? error.message.slice(0, 200) : ''
    return refuse('thumbnail', 'thumbnail', 'The drawing cannot be drawn.', { said })
  } finally {
    sharp.block(LOADER)
  }
}

/** What makes the longer side of a drawing so long. A length is scaled twice: as a length, and as what is drawn. */
function densityFor({ width, height, isInLengths }: SvgReading & { readonly kind: 'drawing' }, side: number): number {
  const factor = side / Math.max(width, height)
  const scale = isInLengths ? Math.sqrt((factor * CSS_DENSITY) / DENSITY.usual) : factor
  return Math.min(DENSITY.most, Math.max(DENSITY.least, DENSITY.usual * scale))
}
