import type { BookFormat } from '@octavo/contract/formats'
import type { ImageInput } from './decoders'
import type { EmbeddedMetadata, EpubFacts, FileProblem, PageEntry } from './facts'
import type { BookContent, ContentPart } from './pages-hash'

/** Facts that a format reads from an open file; open.ts adds stamp, hashes and cover. */
export interface BookReading {
  readonly format: BookFormat
  readonly pages: readonly PageEntry[]
  readonly pageCount: number
  /** Its content, for `pagesHash`; absent if the container does not provide it. */
  readonly parts?: readonly ContentPart[]
  /** Reads the pages for it, after everything else; null if that is impossible or takes too long. */
  readonly look?: () => BookContent | null
  /** By source inside; only sources with values. */
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

/** If a first page does not decode, this many others are tried instead. */
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

/** True for image formats that can become a thumbnail. */
export function canBecomeCover(mediaType: string): boolean {
  return THUMBNAIL_TYPES.has(mediaType)
}
