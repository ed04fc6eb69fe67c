import sharp from 'sharp'

export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** A picture of one colour: a CSS name or #rrggbb. */
function picture({ width, height }: ImageSize, colour: string) {
  return sharp({ create: { width, height, channels: 3, background: colour } })
}

export async function pngImage(size: ImageSize, colour = '#336699'): Promise<Uint8Array> {
  return await picture(size, colour).png().toBuffer()
}

export async function jpegImage(size: ImageSize, colour = '#336699'): Promise<Uint8Array> {
  return await picture(size, colour).jpeg({ quality: 80 }).toBuffer()
}

/** White, with a box of one colour in it. */
export async function framedImage(
  size: ImageSize,
  colour: string,
  box: ImageSize & { readonly left: number; readonly top: number },
): Promise<Uint8Array> {
  const drawing = await picture(box, colour).png().toBuffer()
  const page = picture(size, '#fff').composite([{ input: drawing, left: box.left, top: box.top }])
  return await page.jpeg({ quality: 80 }).toBuffer()
}

/** The colour of page `index` (from 0) in a generated book: all pages differ, so a test can tell which one is shown. */
export function pageColour(index: number): string {
  return `#${[index * 53, index * 97 + 40, 255 - index * 31].map(part => (part & 255).toString(16).padStart(2, '0')).join('')}`
}
