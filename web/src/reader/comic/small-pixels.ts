import type { Size } from './fit.rules'

/** A downscaled RGBA copy of a decoded page, whose longer side is `longest`; null if the browser does not allow it. */
export async function smallPixels(
  image: HTMLImageElement,
  longest: number,
): Promise<{ readonly pixels: Uint8ClampedArray; readonly size: Size } | null> {
  const scale = Math.min(1, longest / Math.max(image.naturalWidth, image.naturalHeight))
  const width = Math.max(1, Math.round(image.naturalWidth * scale))
  const height = Math.max(1, Math.round(image.naturalHeight * scale))
  try {
    const small = await createImageBitmap(image, { resizeWidth: width, resizeHeight: height, resizeQuality: 'medium' })
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    if (!context) return null
    // Transparent pixels are shown on a background, most likely white.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.drawImage(small, 0, 0)
    small.close()
    return { pixels: context.getImageData(0, 0, width, height).data, size: { width, height } }
  } catch {
    return null
  }
}
