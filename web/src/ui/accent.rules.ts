import { hueOf, vividPart } from '@octavo/contract/vivid-colour'
import type { Accent } from '../theme/appearance'

const leastChroma = 0.06
const mostChroma = 0.165

/**
 * The accent of a picture: its most memorable hue, as strong as text contrast allows. `pixels` are RGBA bytes. A grey
 * picture gives a grey accent.
 */
export function accentOfPixels(pixels: ArrayLike<number>): Accent {
  const part = vividPart(pixels)
  if (part === null) return { hue: 60, chroma: 0.012 }
  const chroma = Math.hypot(part.a, part.b) * 1.5
  return { hue: Math.round(hueOf(part.a, part.b)), chroma: Math.min(mostChroma, Math.max(leastChroma, chroma)) }
}
