import type { Container } from './detect'
import type { FileSource } from './file-source'
import type { UnpackForeign } from './zip/zip-entry'

/**
 * Libraries that decode untrusted bytes. They are loaded in parser processes only; formats use these interfaces, so
 * that everything else here may be imported anywhere.
 */
export interface Decoders {
  /** Makes the cover thumbnail. Throws FileProblemError. */
  thumbnail(image: ImageInput): Promise<Thumbnail>
  /** Lists an archive that can only be unpacked sequentially. Throws FileProblemError. */
  openPacked(source: FileSource, container: PackedContainer): Promise<PackedArchive>
  /** Loads the decoder for zip methods that the runtime lacks (FOREIGN_METHODS). */
  loadZipMethods(): Promise<UnpackForeign>
  /** Opens a PDF during `use`. Throws FileProblemError. */
  withPdf<T>(source: FileSource, use: (document: PdfDocument) => Promise<T>): Promise<T>
}

/** An encoded image (JPEG, PNG …), or raw pixels in rows, with three channels or a fourth for alpha. */
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

/** Containers opened as a PackedArchive. The compressed ones contain a tar. */
export type PackedContainer = Exclude<Container, 'zip' | 'tar' | 'pdf'>

export interface PackedEntry {
  readonly name: string
  readonly encrypted: boolean
  readonly packedSize: number
  /** Bytes once unpacked, as declared. */
  readonly size: number
  /** CRC-32 of the unpacked bytes; null or absent if the archive has none. */
  readonly crc?: number | null
}

export interface PackedArchive {
  /** Files only, in archive order. */
  readonly entries: readonly PackedEntry[]
  /**
   * Unpacks the entries for which `budget` returns more than 0 bytes, in archive order, and passes on at most that many
   * of their bytes. Ends early if `visit` returns `stop`. Throws FileProblemError for a damaged archive; entries
   * visited before that are valid.
   */
  unpack(budget: (entry: PackedEntry) => number, visit: (entry: PackedEntry, bytes: Buffer) => 'stop' | undefined): void
}

export interface PdfDocument {
  readonly pageCount: number
  /** Size of a page in points as shown (rotation applied), 0-based; null when the page is broken. */
  pageSize(index: number): { readonly width: number; readonly height: number } | null
  /** Whether a page can be opened, 0-based. */
  opens(index: number): boolean
  /** The content drawn on a page, 0-based; null if it does not open. Throws FileProblemError. */
  drawn(index: number): DrawnPage | null
  /** Value of an entry of the information dictionary (Title, Author …); empty when absent. */
  info(key: string): string
  /** The bytes of a JPEG that fills the page alone; null for any other page. */
  soleJpeg(index: number): Buffer | null
  /** Renders a page at a size in pixels. Throws FileProblemError. */
  render(index: number, size: { readonly width: number; readonly height: number }): Promise<ImageInput>
}

/** A summary of what is drawn on a PDF page. */
export interface DrawnPage {
  /** CRC-32 over type and position of all drawn objects, and size and bytes of images. */
  readonly crc: number
  readonly objects: number
  /** Of images, as stored in the file. */
  readonly imageBytes: number
}
