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

/** The door to the parser processes: the only way to open an untrusted file. */
export interface ParserPool {
  /**
   * Opens a file once and brings back everything the scan wants to know.
   * When `thumbnailTarget` is given, a JPEG of at most 400 px on its longer side is written there.
   * Never rejects because of the file: problem is in `errors`.
   */
  analyze(request: AnalyzeRequest): Promise<BookFacts>
  /** Makes the thumbnail of an image that lies on the disk, as `analyze` does of a book's cover. */
  cover(request: CoverRequest): Promise<CoverResult>
  /** Writes one page image to `target`: taken out of its container, rendered, or resized. */
  page(request: PageRequest): Promise<PageResult>
  /** Re-encodes a picture of any source, in one or several sizes. */
  picture(request: PictureRequest): Promise<PictureResult>
  /** Draws the cover of a book whose file has none, as a JPEG of 400 x 600. False when that took too much. */
  draw(request: DrawRequest): Promise<boolean>
  /** What an EPUB reader needs: reading order, table of contents, and where each member lies. */
  publication(request: { readonly path: string }): Promise<PublicationResult>
  /**
   * Reads a file again and says what is damaged: its stamp and sampled hash, with `full` every byte and every part.
   * `size` is what the file is believed to have: large ones get more time.
   */
  verify(request: VerifyRequest): Promise<Verification>
  /** SHA-256 of the whole file, and its stamp; null when it cannot be read or changes meanwhile. */
  digest(request: { readonly path: string; readonly size: number }): Promise<FileDigest | null>
  /**
   * Places files or names books by the rules of a person, whose patterns may take as long as they like: `too-slow` after
   * `timeoutMs`, or when the process does not survive them.
   */
  names(request: NamesRequest & { readonly timeoutMs: number }): Promise<NamesResult>
  /**
   * Plans what a book's file will say about it, and writes a copy that says it to a draft; see formats/writing. `size` is that of the
   * file. Never rejects because of the file.
   */
  write(request: WriteRequest & { readonly size: number }): Promise<WriteResult>
  /** The same for the series.json of a series. */
  writeSeries(request: SeriesWriteRequest): Promise<SeriesWriteResult>
  /** What it is doing now. */
  counts(): PoolCounts
  /** PDFs open between two pages: at most one in each process, which ends after a time without work. */
  pdfHandles(): PdfHandles
  /** Replaces the processes that have a PDF open, or that of one book; answers how many. */
  closePdfHandles(book?: string): number
  /** Ends all children. Calls under way reject. */
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
  /** Tasks waiting or under way. */
  readonly tasks: number
  /** Processes started since the beginning, and those of them that a file ended. */
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
  /** In the order of the question, and how long they took. */
  | {
      readonly kind: 'named'
      readonly places: readonly SeriesPlace[]
      readonly names: readonly BookNames[]
      readonly tookMs: number
      /** Characters of all of them. */
      readonly output: number
    }
  /** The rules are invalid: the message and member for the request. */
  | { readonly kind: 'refused'; readonly message: string; readonly path: string | null }
  | { readonly kind: 'too-slow' }

export interface AnalyzeRequest {
  readonly path: string
  /** Absolute path of the JPEG to write, a draft that nobody else reads; null makes no thumbnail. */
  readonly thumbnailTarget: string | null
  /** Longest side of the thumbnail in pixels; absent: 400. */
  readonly thumbnailSide?: number
  /** Which sources of metadata count, and in which order; absent or null for the usual ones. */
  readonly sources?: MetadataSourcesDto | null
  /** Brings back what each source says for itself, too. */
  readonly keepsSaid?: boolean
}

/** A part of a picture, in shares of its width and height. */
export interface CropShares {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface PictureOutput {
  /** Absolute path of the file to write, a draft that nobody else reads. */
  readonly target: string
  /** Pixels at most; never larger than the picture is. */
  readonly width: number
  readonly height: number
  readonly format: 'jpeg' | 'webp'
  readonly crop: CropShares | null
}

export interface PictureRequest {
  readonly path: string
  /** Refuses a picture that is cut off. */
  readonly isWhole: boolean
  readonly outputs: readonly PictureOutput[]
}

export type PictureResult =
  | {
      readonly ok: true
      /** SHA-256 of the file. */
      readonly hash: string
      /** As its header says, in pixels. */
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

/** What is written on a cover that is drawn. */
export type CoverText = DrawnWords

export interface DrawRequest extends CoverText {
  /** Absolute path of the file to write: written to a file next to it and renamed into place. */
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
      /** Follows from the bytes of the thumbnail. */
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
  /** Name of the entry in the page index (packed storage is found by it). */
  readonly name: string
  readonly storage: PageStorage
  readonly offset: number
  readonly storedSize: number
  readonly size: number
  readonly crc?: number
  readonly mediaType: string
  /** Pixels; null keeps the original bytes (or renders PDF at 150 dpi). Never upscales. */
  readonly width: number | null
  /** Makes a JPEG of a page of any other kind that is decoded here. */
  readonly asJpeg?: boolean
  /** Absolute path of the file to write: written to a file next to it and renamed into place. */
  readonly target: string
}

export type PageResult =
  | { readonly ok: true; readonly mediaType: string; readonly bytes: number }
  | { readonly ok: false; readonly problem: FileProblem }

export type PublicationResult =
  | { readonly ok: true; readonly publication: Publication }
  | { readonly ok: false; readonly problem: FileProblem }
