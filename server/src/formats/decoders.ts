import type { Container } from './detect'
import type { FileSource } from './file-source'
import type { UnpackForeign } from './zip/zip-entry'

/**
 * The libraries that burn CPU and memory on untrusted bytes. They live in the parser processes only;
 * formats know them by these shapes, so that everything else here may be imported anywhere.
 */
export interface Decoders {
  /** Makes the cover thumbnail. Throws FileProblemError. */
  thumbnail(image: ImageInput): Promise<Thumbnail>
  /** Lists an archive that unpacks from front to back only. Throws FileProblemError. */
  openPacked(source: FileSource, container: PackedContainer): Promise<PackedArchive>
  /** Loads what unpacks the methods of zip that the runtime lacks (FOREIGN_METHODS). */
  loadZipMethods(): Promise<UnpackForeign>
  /** Opens a PDF for the time of `use`. Throws FileProblemError. */
  withPdf<T>(source: FileSource, use: (document: PdfDocument) => Promise<T>): Promise<T>
}

/** An encoded image (JPEG, PNG …), or bare pixels row by row, of three channels or with a fourth for how opaque they are. */
export type ImageInput =
  | { readonly kind: 'encoded'; readonly bytes: Buffer }
  | {
      readonly kind: 'pixels'
      readonly bytes: Buffer
      readonly width: number
      readonly height: number
      /** Absent: 3. */
      readonly channels?: 3 | 4
    }

export interface Thumbnail {
  readonly jpeg: Buffer
  readonly width: number
  readonly height: number
  /** Base64. */
  readonly thumbHash: string
}

/** Containers that are opened as a PackedArchive. The compressed ones hold a tar. */
export type PackedContainer = Exclude<Container, 'zip' | 'tar' | 'pdf'>

export interface PackedEntry {
  readonly name: string
  readonly encrypted: boolean
  readonly packedSize: number
  /** Bytes once unpacked, as declared. */
  readonly size: number
  /** CRC-32 once unpacked; null or absent where the archive has none. */
  readonly crc?: number | null
}

export interface PackedArchive {
  /** Files only, in archive order. */
  readonly entries: readonly PackedEntry[]
  /**
   * Unpacks the entries for which `budget` gives more than 0 bytes, in archive order, and hands over at most so
   * many of their bytes. Unpacking ends early when `visit` says `stop`. Throws FileProblemError when the archive breaks;
   * entries visited before that are good.
   */
  unpack(budget: (entry: PackedEntry) => number, visit: (entry: PackedEntry, bytes: Buffer) => 'stop' | undefined): void
}

export interface PdfDocument {
  readonly pageCount: number
  /** Size of a page in points as shown (rotation applied), 0-based; null when the page is broken. */
  pageSize(index: number): { readonly width: number; readonly height: number } | null
  /** Whether a page can be opened, 0-based. */
  opens(index: number): boolean
  /** What is drawn on a page, 0-based; null when it does not open. Throws FileProblemError. */
  drawn(index: number): DrawnPage | null
  /** Value of an entry of the information dictionary (Title, Author …); empty when absent. */
  info(key: string): string
  /** The bytes of the JPEG that is all there is on the page; null for any other page. */
  soleJpeg(index: number): Buffer | null
  /** Renders a page at a size in pixels. Throws FileProblemError. */
  render(index: number, size: { readonly width: number; readonly height: number }): Promise<ImageInput>
}

/** What is drawn on a page of a PDF, in short. */
export interface DrawnPage {
  /** CRC-32 over kind and place of all that is drawn, and size and bytes of images. */
  readonly crc: number
  readonly objects: number
  /** Of images, as they lie in the file. */
  readonly imageBytes: number
}
