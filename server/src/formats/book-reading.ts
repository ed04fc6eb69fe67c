import type { BookFormat } from '@octavo/contract/formats'
import type { ImageInput } from './decoders'
import type { EmbeddedMetadata, EpubFacts, FileProblem, PageEntry } from './facts'
import type { BookContent, ContentPart } from './pages-hash'

/** What a format reads from an open file; open.ts adds the stamp, the hashes and the cover. */
export interface BookReading {
  readonly format: BookFormat
  readonly pages: readonly PageEntry[]
  readonly pageCount: number
  /** What makes its content, for `pagesHash`; absent where the container does not tell it. */
  readonly parts?: readonly ContentPart[]
  /** Looks into the pages for it, once all else is known; null when that cannot be done, or takes too long. */
  readonly look?: () => BookContent | null
  /** By each source inside that says anything. */
  readonly said: readonly EmbeddedMetadata[]
  readonly epub: EpubFacts | null
  readonly errors: readonly FileProblem[]
  /** Images that may become the cover, best first. */
  readonly covers: readonly CoverCandidate[]
}

export interface CoverCandidate {
  /** Pixels as stored. */
  readonly width: number
  readonly height: number
  /** Throws FileProblemError. */
  load(): Promise<ImageInput>
}

/** When a first page does not decode, this many pages may stand in for it. */
export const COVER_ATTEMPTS = 3

const THUMBNAIL_TYPES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
  'image/jxl',
  'image/heic',
  'image/bmp',
])

/** True for the kinds of image from which a thumbnail can be made. */
export function canBecomeCover(mediaType: string): boolean {
  return THUMBNAIL_TYPES.has(mediaType)
}
