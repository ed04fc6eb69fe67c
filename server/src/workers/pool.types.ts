import type { MetadataSourcesDto } from '@octavo/contract/metadata-sources'
import type { FileDigest } from '../formats/digest'
import type { BookFacts, FileProblem, FileStamp, PageStorage, Publication } from '../formats/facts'
import type { Verification } from '../formats/verification'
import type { WritePlan, WriteRequest } from '../formats/writing/write-book'
import type { SeriesWritePlan, SeriesWriteRequest } from '../formats/writing/write-series'
import type { DrawnWords } from '../kernel/drawn-words'
import type { BookNames, NamedFile, PlacedFile } from '../naming/naming'
import type { NamingChoice } from '../naming/naming-settings'
import type { SeriesPlace } from '../naming/series-place'

export type { FileDigest, Verification }

/** Access to the parser processes: the only way to open an untrusted file. */
export interface ParserPool {
  /**
   * Opens a file once and returns everything for a scan. If `thumbnailTarget` is given, a JPEG of at most 400 px on its
   * longer side is written there. Never rejects because of the file: problems are in `errors`.
   */
  analyze(request: AnalyzeRequest): Promise<BookFacts>
  /** Makes the thumbnail of an image on disk, as `analyze` does for a book's cover. */
  cover(request: CoverRequest): Promise<CoverResult>
  /** Writes one page image to `target`: extracted, rendered, or resized. */
  page(request: PageRequest): Promise<PageResult>
  /** Re-encodes a picture from any source, in one or several sizes. */
  picture(request: PictureRequest): Promise<PictureResult>
  /** Draws the cover of a book whose file has none, as a JPEG of 400 x 600. False if that took too long. */
  draw(request: DrawRequest): Promise<boolean>
  /** Data for an EPUB reader: reading order, table of contents, and offset of each member. */
  publication(request: { readonly path: string }): Promise<PublicationResult>
  /** Whether a drawing or stylesheet may stop a browser; also if finding that out takes too long. */
  isCostly(request: CostlyRequest): Promise<boolean>
  /**
   * Reads a file again and reports damage: its stamp and sampled hash, with `full` every byte and every part. `size` is
   * the expected size: large files get more time.
   */
  verify(request: VerifyRequest): Promise<Verification>
  /** SHA-256 of the whole file, and its stamp; null if it is unreadable or changes meanwhile. */
  digest(request: { readonly path: string; readonly size: number }): Promise<FileDigest | null>
  /**
   * Names files by user-defined rules, whose patterns may be slow: `too-slow` after `timeoutMs`, or if the process
   * crashes.
   */
  names(request: NamesRequest & { readonly timeoutMs: number }): Promise<NamesResult>
  /**
   * Plans the new metadata of a book's file, and writes a copy with it to a draft; see formats/writing. `size` is that
   * of the file. Never rejects because of the file.
   */
  write(request: WriteRequest & { readonly size: number }): Promise<WriteResult>
  /** The same for the series.json of a series. */
  writeSeries(request: SeriesWriteRequest): Promise<SeriesWriteResult>
  /** Current activity. */
  counts(): PoolCounts
  /** PDFs open between two pages: at most one in each process, which ends after a time without work. */
  pdfHandles(): PdfHandles
  /** Replaces the processes that have a PDF open, or that of one book; answers how many. */
  closePdfHandles(book?: string): number
  /** Ends all children. Pending calls reject. */
  close(): Promise<void>
}

export type WriteResult =
  | { readonly ok: true; readonly plan: WritePlan }
  | { readonly ok: false; readonly problem: FileProblem }

export type SeriesWriteResult =
  | { readonly ok: true; readonly plan: SeriesWritePlan }
  | { readonly ok: false; readonly problem: FileProblem }

export interface PoolCounts {
  /** Processes alive. */
  readonly processes: number
  /** Waiting and running tasks. */
  readonly tasks: number
  /** Processes started so far, and those killed by a file. */
  readonly started: number
  readonly killed: number
}

/** A PDF that a parser process has open between two pages of a book. */
export interface PdfHandle {
  readonly book: string
  readonly path: string
  readonly openedAt: number
  readonly usedAt: number
  readonly renders: number
}

/** What has happened since the last report. */
export interface PdfHandleReport {
  readonly open: PdfHandle | null
  readonly hits: number
  readonly opens: number
  /** Closed for another PDF, or because the file changed or a page failed. */
  readonly evictions: number
}

export interface PdfHandles {
  readonly capacity: number
  readonly idleMs: number
  readonly open: readonly PdfHandle[]
  /** Since this server started. */
  readonly hits: number
  readonly opens: number
  readonly evictions: number
  readonly idleEvictions: number
}

export interface CostlyRequest {
  readonly type: 'image/svg+xml' | 'text/css'
  readonly text: string
}

export interface VerifyRequest {
  readonly path: string
  readonly size: number
  readonly full: boolean
}

export interface NamesRequest {
  readonly choice: NamingChoice
  readonly files: readonly PlacedFile[]
  readonly books: readonly NamedBook[]
}

export interface NamedBook {
  readonly file: NamedFile
  readonly place: Pick<SeriesPlace, 'title' | 'volume' | 'chapter'>
}

export type NamesResult =
  /** In the order of the input, and the time taken. */
  | {
      readonly kind: 'named'
      readonly places: readonly SeriesPlace[]
      readonly names: readonly BookNames[]
      readonly tookMs: number
      /** Characters of all of them. */
      readonly output: number
    }
  /** The rules are invalid: message and facts for the request. */
  | { readonly kind: 'refused'; readonly message: string; readonly facts: Readonly<Record<string, unknown>> }
  | { readonly kind: 'too-slow' }

export interface AnalyzeRequest {
  readonly path: string
  /** Absolute path of the JPEG to write, a unique draft; null makes no thumbnail. */
  readonly thumbnailTarget: string | null
  /** Longest side of the thumbnail in pixels; default 400. */
  readonly thumbnailSide?: number
  /** Enabled metadata sources and their order; default if absent or null. */
  readonly sources?: MetadataSourcesDto | null
  /** Also returns the values of each source. */
  readonly keepsSaid?: boolean
  /** Wall time, if not that of a scan: a file that takes longer is not read again for its identity. */
  readonly timeoutMs?: number
  /** The call rejects if this aborts before the file's turn. */
  readonly signal?: AbortSignal
}

/** A part of a picture, in fractions of its width and height. */
export interface CropShares {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface PictureOutput {
  /** Absolute path of the file to write, a unique draft. */
  readonly target: string
  /** Maximum size in pixels; never enlarged. */
  readonly width: number
  readonly height: number
  readonly format: 'jpeg' | 'webp'
  readonly crop: CropShares | null
  /** Fills the size exactly: the picture is enlarged if it is smaller, and cropped around its centre. */
  readonly fills?: true
}

export interface PictureRequest {
  readonly path: string
  /** Refuses a truncated picture. */
  readonly isWhole: boolean
  readonly outputs: readonly PictureOutput[]
}

export type PictureResult =
  | {
      readonly ok: true
      /** SHA-256 of the file. */
      readonly hash: string
      /** By its header, in pixels. */
      readonly width: number
      readonly height: number
      /** In the order of the request; see CoverResult. */
      readonly outputs: readonly {
        readonly version: string
        readonly thumbHash: string | null
        readonly width: number
        readonly height: number
      }[]
    }
  | { readonly ok: false; readonly problem: FileProblem }

/** The text on a drawn cover. */
export type CoverText = DrawnWords

export interface DrawRequest extends CoverText {
  /** Absolute path of the file to write: written to a temporary file and renamed. */
  readonly target: string
}

export interface CoverRequest {
  readonly path: string
  /** As in AnalyzeRequest. */
  readonly thumbnailTarget: string
}

export type CoverResult =
  | {
      readonly ok: true
      /** Of the file that was read. */
      readonly stamp: FileStamp
      /** Derived from the bytes of the thumbnail. */
      readonly version: string
      /** Base64. */
      readonly thumbHash: string
    }
  | { readonly ok: false; readonly problem: FileProblem }

export interface PageRequest {
  readonly path: string
  /** Its book, for the list of open PDFs. */
  readonly book?: string
  /** 1-based place in the page index; for PDF the page number. */
  readonly page: number
  /** Name of the entry in the page index (identifies packed entries). */
  readonly name: string
  readonly storage: PageStorage
  readonly offset: number
  readonly storedSize: number
  readonly size: number
  readonly crc?: number
  readonly mediaType: string
  /** Pixels; null keeps the original bytes (or renders PDF at 150 dpi). Never upscales. */
  readonly width: number | null
  /** Converts a page of any other supported format to JPEG. */
  readonly asJpeg?: boolean
  /** Absolute path of the file to write: written to a temporary file and renamed. */
  readonly target: string
}

export type PageResult =
  | { readonly ok: true; readonly mediaType: string; readonly bytes: number }
  | { readonly ok: false; readonly problem: FileProblem }

export type PublicationResult =
  | { readonly ok: true; readonly publication: Publication }
  | { readonly ok: false; readonly problem: FileProblem }
