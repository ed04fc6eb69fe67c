import type { BookErrorType, BookFormat, ProblemReason, ReadingDirection } from '@octavo/contract/formats'
import type { METADATA_SOURCES } from '@octavo/contract/metadata-words'
import type { PageSide } from '@octavo/contract/publication'

export type { ProblemReason }

/**
 * The result of reading one file. Plain data, sent between processes as JSON. Problems are values in `errors`, never
 * exceptions.
 */
export interface BookFacts {
  /** By content, not by extension; null if unknown. */
  readonly format: BookFormat | null
  /** Size and times of the file that was read, to detect later changes. */
  readonly stamp: FileStamp
  /** Hex SHA-256 over size and samples of the content (the whole file when small). */
  readonly fileHash: string | null
  /** Hex hash of the pages, independent of the container; absent if unknown. See pages-hash. */
  readonly pagesHash?: string
  /** KOReader's partial MD5, hex. */
  readonly readerSyncHash: string | null
  /** Image pages in natural order. For EPUB: its images, the cover first. */
  readonly pages: readonly PageEntry[]
  /** Page count for readers: images, PDF pages, or EPUB positions (1024 bytes each). */
  readonly pageCount: number
  readonly metadata: EmbeddedMetadata | null
  /** Values by source; only on request. */
  readonly said?: readonly EmbeddedMetadata[]
  readonly cover: CoverFacts | null
  /** EPUB only. */
  readonly epub: EpubFacts | null
  readonly errors: readonly FileProblem[]
  /** The series.json in the book's folder. Absent without one. */
  readonly seriesFile?: SeriesFile
}

/** Content of a series.json. */
export interface SeriesFile {
  readonly name: string | null
  readonly publisher: string | null
  readonly imprint: string | null
  readonly year: number | null
  readonly volume: number | null
  readonly summary: string | null
  /** Publication status. */
  readonly status: 'ongoing' | 'ended' | null
  readonly ageRating: string | null
  /** One of the contract's BOOK_TYPES, if it matches one. */
  readonly bookType: string | null
  /** As written: Print, TPB, GN, One-Shot … */
  readonly format: string | null
  readonly totalIssues: number | null
  /** As written: `March 2012 - Present`. */
  readonly publicationRun: string | null
  /** Issues of other series in a collection, one sentence each. */
  readonly collects: readonly string[]
  readonly identifiers: readonly Identifier[]
  /** HTTP and HTTPS addresses. */
  readonly webLinks: readonly string[]
}

/** Series metadata in the folder of a book. */
export interface FolderFile {
  /** Below the library's. */
  readonly folder: string
  /** Null without a series.json, or if the library does not read it. */
  readonly file: SeriesFile | null
  /** It overrides the books' metadata. */
  readonly isFirst: boolean
}

export interface FileStamp {
  readonly size: number
  /** Milliseconds since 1970, whole. */
  readonly modifiedMs: number
  readonly inode: number
}

export interface PageEntry {
  /** Name inside the container, for display only; `page-0001` for PDF. */
  readonly name: string
  /** Offset of the entry's data in the file; 0 if it cannot be read in place (RAR, PDF). */
  readonly offset: number
  /** Bytes in the file. */
  readonly storedSize: number
  /** Inflated size in bytes. 0 for PDF, which has none until rendered. */
  readonly size: number
  readonly storage: PageStorage
  /** CRC-32 of the inflated bytes, if the archive has one and they are read in place. */
  readonly crc?: number
  readonly mediaType: string
  /** Pixels as stored (EXIF orientation not applied); null if unknown. PDF: pixels at 150 dpi. */
  readonly width: number | null
  readonly height: number | null
}

/**
 * Storage of the bytes: `stored` and `deflated` are read in place by the server; `packed` (RAR, other zip methods) and
 * `rendered` (PDF) come from a parser process; `file` is a separate file in a folder of images.
 */
export type PageStorage = 'file' | 'stored' | 'deflated' | 'packed' | 'rendered'

export interface CoverFacts {
  /** Size of the page the cover was made from, in pixels. */
  readonly width: number
  readonly height: number
  /** Size of the thumbnail written, in pixels and bytes. */
  readonly thumbnail: { readonly width: number; readonly height: number; readonly bytes: number }
  /** ThumbHash, base64. */
  readonly thumbHash: string
}

export interface EpubFacts {
  readonly version: string
  readonly fixedLayout: boolean
  readonly spine: readonly SpineItem[]
  /** Sum over the spine. */
  readonly positions: number
}

export interface SpineItem {
  /** Path inside the archive, decoded. */
  readonly path: string
  readonly mediaType: string
  readonly linear: boolean
  /** Positions of this item: at least 1, one for each 1024 bytes uncompressed. */
  readonly positions: number
  /** Of a fixed layout: where the page belongs in a spread. Absent if the book says nothing. */
  readonly side?: PageSide
}

/** An EPUB for reading apps (read on demand, not by scans). */
export interface Publication {
  readonly title: string | null
  readonly language: string | null
  /** page-progression-direction of the spine. */
  readonly direction: 'ltr' | 'rtl' | 'auto'
  readonly fixedLayout: boolean
  /** Of a fixed layout: each page is alone. */
  readonly withoutSpreads: boolean
  readonly readingOrder: readonly SpineItem[]
  readonly toc: readonly TocEntry[]
  /** Every member, by decoded path. */
  readonly members: readonly PublicationMember[]
}

export interface TocEntry {
  readonly title: string
  /** Path inside the archive with fragment, or null for a heading without a target. */
  readonly href: string | null
  readonly children: readonly TocEntry[]
}

export interface PublicationMember {
  readonly path: string
  readonly mediaType: string
  readonly offset: number
  readonly storedSize: number
  readonly size: number
  readonly storage: PageStorage
  /** A font with a scrambled beginning, usable in its book only. Absent for everything else. */
  readonly scrambled?: Scrambling
  /** Why it cannot be served. Absent if it can. */
  readonly problem?: FileProblem
}

/** The first `length` bytes are XORed with `key`, repeated. */
export interface Scrambling {
  /** Hex. */
  readonly key: string
  readonly length: number
}

/** Metadata sources: `opf_file` is next to the book, `opf` inside; `person` if only a person has set something. */
export type MetadataSource = (typeof METADATA_SOURCES)[number]

/** Metadata of a book's files; unset fields are null or empty. */
export interface EmbeddedMetadata extends WideFacts {
  /** The first source with any value. */
  readonly source: MetadataSource
  readonly title: string | null
  readonly series: string | null
  /** As written: `1`, `1.5`, `½`. */
  readonly number: string | null
  readonly volume: number | null
  readonly count: number | null
  readonly summary: string | null
  readonly publisher: string | null
  readonly imprint: string | null
  readonly year: number | null
  readonly month: number | null
  readonly day: number | null
  readonly languageIso: string | null
  readonly formatDetail: string | null
  readonly blackAndWhite: boolean | null
  readonly manga: boolean | null
  readonly readingDirection: ReadingDirection | null
  readonly ageRating: string | null
  readonly isbns: readonly string[]
  readonly genres: readonly string[]
  readonly tags: readonly string[]
  readonly authors: readonly Contributor[]
  /** The first of `webLinks`. */
  readonly web: string | null
  readonly subtitle: string | null
  readonly edition: string | null
  readonly originalTitle: string | null
  readonly originalYear: number | null
  /** One of the contract's BOOK_TYPES. */
  readonly bookType: string | null
}

/** Fields shown on the page of a book only; stored together, and left out if empty. */
export interface WideFacts {
  readonly titleSort: string | null
  readonly characters: readonly string[]
  readonly teams: readonly string[]
  readonly locations: readonly string[]
  readonly storyArcs: readonly StoryArc[]
  readonly universes: readonly string[]
  readonly reprints: readonly string[]
  /** Series groups of the book's series. */
  readonly seriesGroups: readonly string[]
  readonly alternateSeries: string | null
  /** As written. */
  readonly alternateNumber: string | null
  readonly alternateCount: number | null
  /** Sort title of the series in the file. */
  readonly seriesTitleSort: string | null
  /** When its series began. */
  readonly seriesYear: number | null
  /** Other titles of its series. */
  readonly otherTitles: readonly OtherTitle[]
  readonly mainCharacterOrTeam: string | null
  readonly notes: string | null
  readonly scanInformation: string | null
  readonly review: string | null
  /** 0 to 5. */
  readonly communityRating: number | null
  readonly identifiers: readonly Identifier[]
  /** HTTP and HTTPS addresses. */
  readonly webLinks: readonly string[]
  readonly pageMarks: readonly PageMark[]
  /** Custom columns of calibre, by name. */
  readonly calibre: Readonly<Record<string, CalibreValue>>
  /** The chapter, if it is given separately from the number. */
  readonly chapter: number | null
  /** Position in the series, and its number of books, if a person has set them. */
  readonly seriesPosition: number | null
  readonly seriesTotal: number | null
  readonly awards: readonly Award[]
  /** Custom metadata set by a person, except `calibre`. */
  readonly custom: Readonly<Record<string, unknown>>
  /** The source of each member that does not come from `source`. */
  readonly saidBy: Readonly<Record<string, MetadataSource>>
}

export interface StoryArc {
  readonly name: string
  /** The book's position in it, as written. */
  readonly number: string | null
}

export interface Award {
  readonly name: string
  readonly category: string | null
  readonly won: boolean
  readonly year: number | null
}

/** The label is a language tag, or a word such as `Localized`. */
export interface OtherTitle {
  readonly label: string
  readonly title: string
}

/** An external id of a book or its series. */
export interface Identifier {
  /** In lower case: `comicvine`, `metron`, `upc`, `goodreads` … */
  readonly source: string
  readonly id: string
  readonly of: 'book' | 'series'
}

/** Metadata of one page. */
export interface PageMark {
  /** From 1, in reading order. */
  readonly page: number
  /** ComicInfo page type: FrontCover, InnerCover, Advertisement … */
  readonly type: string | null
  readonly isDouble: boolean
  readonly bookmark: string | null
}

export type CalibreValue = string | number | boolean | readonly string[]

export interface Contributor {
  readonly name: string
  /** writer, penciller, inker, colorist, letterer, cover_artist, editor, translator … */
  readonly role: string
  readonly sortName: string | null
}

/** One named problem with a file: shown to the user, counted by type. */
export interface FileProblem {
  readonly errorType: BookErrorType
  /** A machine-readable reason, finer than the eight types. */
  readonly reason: ProblemReason
  /** One sentence for a person. */
  readonly message: string
  readonly details?: Readonly<Record<string, string | number | boolean>>
}
