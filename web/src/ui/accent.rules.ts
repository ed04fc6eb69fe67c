import type { Accent } from '../theme/appearance'

const bins = 24
/** Below this a picture is black and white to the eye. */
const greyChroma = 0.025
const leastChroma = 0.06
const mostChroma = 0.165

/**
 * The hue that a picture is remembered by: not its average, which is mud, but the hue with the most
 * colour in it. `pixels` are RGBA bytes. A grey picture gives a grey accent.
 */
export function accentOfPixels(pixels: ArrayLike<number>): Accent {
  const weight = new Array<number>(bins).fill(0)
  const sumA = new Array<number>(bins).fill(0)
  const sumB = new Array<number>(bins).fill(0)
  for (let i = 0; i + 3 < pixels.length; i += 4) {
    const { a, b } = toOklab(pixels[i] ?? 0, pixels[i + 1] ?? 0, pixels[i + 2] ?? 0)
    const chroma = Math.hypot(a, b)
    if (chroma < greyChroma) continue
    const bin = Math.floor((degrees(a, b) / 360) * bins) % bins
    weight[bin] = (weight[bin] ?? 0) + chroma
    sumA[bin] = (sumA[bin] ?? 0) + a * chroma
    sumB[bin] = (sumB[bin] ?? 0) + b * chroma
  }
  const best = weight.indexOf(Math.max(...weight))
  const total = weight[best] ?? 0
  if (total === 0) return { hue: 60, chroma: 0.012 }
  const a = (sumA[best] ?? 0) / total
  const b = (sumB[best] ?? 0) / total
  return {
    hue: Math.round(degrees(a, b)),
    chroma: Math.min(mostChroma, Math.max(leastChroma, Math.hypot(a, b) * 1.5)),
  }
}

function degrees(a: number, b: number): number {
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
