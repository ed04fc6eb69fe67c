import { vividPart } from '@octavo/contract/vivid-colour'
import { thumbHashToAverageRGBA, thumbHashToRGBA } from 'thumbhash'

/**
 * The main colour of a picture, `#rrggbb`, from its ThumbHash (base64): its most vivid colour, or the average of a
 * monochrome one.
 */
export function mainColorOf(thumbHash: string | null): string | null {
  if (thumbHash === null) return null
  const bytes = Buffer.from(thumbHash, 'base64')
  if (bytes.length < 5) return null
  return hexOf(vividPart(thumbHashToRGBA(bytes).rgba)?.rgb ?? averageOf(bytes))
}

function averageOf(hash: Uint8Array): readonly number[] {
  const { r, g, b } = thumbHashToAverageRGBA(hash)
  return [r, g, b].map(share => share * 255)
}

function hexOf(rgb: readonly number[]): string {
  return `#${rgb.map(value => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

/** The columns of a shown cover, of books and of series. */
export function coverColumns({ version, thumbHash }: CoverFacts) {
  return { cover_version: version, thumb_hash: thumbHash, main_color: mainColorOf(thumbHash) }
}

export interface CoverFacts {
  readonly version: string | null
  readonly thumbHash: string | null
}
