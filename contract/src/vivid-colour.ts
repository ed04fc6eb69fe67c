/** The most colourful part of a picture, as a mean weighted by colourfulness. */
export interface VividPart {
  /** OKLab, without lightness. */
  readonly a: number
  readonly b: number
  /** sRGB, 0 to 255. */
  readonly rgb: readonly [red: number, green: number, blue: number]
}

/** Number of distinguished hues. */
const bins = 24
/** Below this chroma a pixel looks grey. */
const greyChroma = 0.03
/** Fewer pixels of a hue are ignored. */
const leastShare = 0.02

/**
 * The most memorable colour of a picture: not its average, which is muddy, but its most colourful hue, however much
 * grey there is. `pixels` are RGBA bytes. Null for a monochrome picture.
 */
export function vividPart(pixels: ArrayLike<number>): VividPart | null {
  const sums = Array.from({ length: bins }, () => ({ count: 0, weight: 0, a: 0, b: 0, red: 0, green: 0, blue: 0 }))
  for (let i = 0; i + 3 < pixels.length; i += 4) {
    const [red = 0, green = 0, blue = 0] = [pixels[i], pixels[i + 1], pixels[i + 2]]
    const { a, b } = toOklab(red, green, blue)
    const chroma = Math.hypot(a, b)
    const sum = chroma < greyChroma ? undefined : sums[Math.floor((hueOf(a, b) / 360) * bins) % bins]
    if (sum === undefined) continue
    const weight = chroma * chroma
    sum.count++
    sum.weight += weight
    sum.a += a * weight
    sum.b += b * weight
    sum.red += red * weight
    sum.green += green * weight
    sum.blue += blue * weight
  }
  const best = sums.reduce((most, sum) => (sum.weight > most.weight ? sum : most))
  if (best.count === 0 || best.count < (leastShare * pixels.length) / 4) return null
  const { weight, a, b, red, green, blue } = best
  return { a: a / weight, b: b / weight, rgb: [red / weight, green / weight, blue / weight] }
}

/** The hue of OKLCH, in degrees. */
export function hueOf(a: number, b: number): number {
  return ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360
}

/** sRGB bytes to OKLab (Björn Ottosson's matrices, https://bottosson.github.io/posts/oklab/). */
function toOklab(red: number, green: number, blue: number): { a: number; b: number } {
  const r = linear(red)
  const g = linear(green)
  const u = linear(blue)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * u)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * u)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * u)
  return {
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  }
}

function linear(byte: number): number {
  const value = byte / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
