import type { ImageInput } from '../../formats/decoders'
import { readSvg, type SvgReading } from '../../formats/image/svg'
import { FORMAT_LIMITS } from '../../formats/limits'
import { FileProblemError, refuse } from '../../formats/problem'
import { LIMITS } from '../../kernel/limits'
import { loadSharp } from './sharp-library'

const LOADER = { operation: ['VipsForeignLoadSvg'] }
/** Density at which librsvg maps one pixel to one pixel, with its minimum and maximum. */
const DENSITY = { usual: 72, least: 1, most: 7200 }
const CSS_DENSITY = 96

/**
 * The pixels of an SVG, as large as the largest cover; null for any other format. Scripts, external references and
 * entities are refused before drawing; librsvg itself opens nothing, and limits repetition. Throws FileProblemError.
 */
export async function drawSvg(bytes: Buffer): Promise<(ImageInput & { readonly kind: 'pixels' }) | null> {
  const reading = readSvg(bytes)
  if (reading === null) return null
  if (reading.kind === 'refused') throw new FileProblemError(reading.problem)
  const side = LIMITS.covers.masterSide
  const density = densityFor(reading, side)
  const sharp = await loadSharp()
  // Unknown elsewhere: a page that turns out to be an SVG is refused.
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

/** The density for the wanted longer side. Sizes in length units are scaled twice: as a length, and as content. */
function densityFor({ width, height, isInLengths }: SvgReading & { readonly kind: 'drawing' }, side: number): number {
  const factor = side / Math.max(width, height)
  const scale = isInLengths ? Math.sqrt((factor * CSS_DENSITY) / DENSITY.usual) : factor
  return Math.min(DENSITY.most, Math.max(DENSITY.least, DENSITY.usual * scale))
}
