import { thumbHashToAverageRGBA } from 'thumbhash'

/** The main colour of a picture, `#rrggbb`, as its ThumbHash (base64) has it: a plain background until more is there. */
export function mainColorOf(thumbHash: string | null): string | null {
  if (thumbHash === null) return null
  const bytes = Buffer.from(thumbHash, 'base64')
  if (bytes.length < 5) return null
  const { r, g, b } = thumbHashToAverageRGBA(bytes)
  return `#${[r, g, b]
    .map(share =>
      Math.round(share * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
