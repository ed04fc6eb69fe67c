import type { BookErrorType, BookFormat, ProblemReason, ReadingDirection } from '@octavo/contract/formats'
import type { METADATA_SOURCES } from '@octavo/contract/metadata-words'

export type { ProblemReason }

/**
 * What reading one file brings back. Plain data: it crosses a process border as JSON.
 * Problems are values in `errors`; nothing here is ever an exception.
 */
export interface BookFacts {
  /** Chosen by content, not by extension; null when nothing we know. */
  readonly format: BookFormat | null
  /** Bytes and times of the file that was read, so that a later rewrite is noticed. */
  readonly stamp: FileStamp
  /** Hex SHA-256 over size and samples of the content (the whole file when small). */
  readonly fileHash: string | null
  /** Hex hash of the pages, whatever they are packed in; absent where it is not known. See pages-hash. */
  readonly pagesHash?: string
  /** KOReader's partial MD5, hex. */
  readonly readerSyncHash: string | null
  /** Image pages in natural order. For EPUB: its images, the cover first. */
  readonly pages: readonly PageEntry[]
  /** What a reader counts: images, PDF pages, or EPUB positions (1024 bytes each). */
  readonly pageCount: number
  readonly metadata: EmbeddedMetadata | null
  /** What each source says for itself; only where somebody asked for it. */
  readonly said?: readonly EmbeddedMetadata[]
  readonly cover: CoverFacts | null
  /** Present for EPUB only. */
  readonly epub: EpubFacts | null
  readonly errors: readonly FileProblem[]
  /** What a series.json in the book's folder says of the series there. Absent without one. */
  readonly seriesFile?: SeriesFile
}

/** What a series.json says of the series in its folder. */
export interface SeriesFile {
  readonly name: string | null
  readonly publisher: string | null
  readonly imprint: string | null
  readonly year: number | null
  readonly volume: number | null
  readonly summary: string | null
  /** Whether it goes on. */
  readonly status: 'ongoing' | 'ended' | null
  readonly ageRating: string | null
  /** One of the contract's BOOK_TYPES, where its words mean one. */
  readonly bookType: string | null
  /** As written: Print, TPB, GN, One-Shot … */
  readonly format: string | null
  readonly totalIssues: number | null
  /** As written: `March 2012 - Present`. */
  readonly publicationRun: string | null
  /** What a collection has of other series, one sentence each. */
  readonly collects: readonly string[]
  readonly identifiers: readonly Identifier[]
  /** Addresses of http and https. */
  readonly webLinks: readonly string[]
}

/** What lies in the folder of a book about its series. */
export interface FolderFile {
  /** Below the library's. */
  readonly folder: string
  /** Null for no series.json, or none that the library reads. */
  readonly file: SeriesFile | null
  /** It goes before what the books say. */
  readonly isFirst: boolean
}

export interface FileStamp {
  readonly size: number
  /** Milliseconds since 1970, whole. */
  readonly modifiedMs: number
  readonly inode: number
}

export interface PageEntry {
  /** Name inside the container, a label only; `page-0001` for PDF. */
  readonly name: string
  /** Where the entry's data begins in the file; 0 when it cannot be read in place (RAR, PDF). */
  readonly offset: number
  /** Bytes in the file. */
  readonly storedSize: number
  /** Bytes once inflated. 0 for PDF, which has none until rendered. */
  readonly size: number
  readonly storage: PageStorage
  /** CRC-32 of the bytes once inflated, where the archive has one and they are read in place. */
  readonly crc?: number
  readonly mediaType: string
  /** Pixels as stored (EXIF orientation not applied); null when the header does not tell. PDF: pixels at 150 dpi. */
  readonly width: number | null
  readonly height: number | null
}

/**
 * How the bytes lie: `stored` and `deflated` are read in place by the server;
 * `packed` (RAR, other zip methods) and `rendered` (PDF) come from a parser process;
 * `file` is a file of its own in a folder of images.
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
}

/** An EPUB as a reader sees it (read on demand, not at scan time). */
export interface Publication {
  readonly title: string | null
  readonly language: string | null
  /** page-progression-direction of the spine. */
  readonly direction: 'ltr' | 'rtl' | 'auto'
  readonly fixedLayout: boolean
  readonly readingOrder: readonly SpineItem[]
  readonly toc: readonly TocEntry[]
  /** Every member that may be served, by decoded path. */
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
  /** A font whose beginning is scrambled, so that it is of use in its book only. Absent for everything else. */
  readonly scrambled?: Scrambling
}

/** The first `length` bytes are combined (exclusive or) with `key`, over and over. */
export interface Scrambling {
  /** Hex. */
  readonly key: string
  readonly length: number
}

/** Where metadata comes from: `opf_file` lies next to the book, `opf` inside; `person` where only a person says something. */
export type MetadataSource = (typeof METADATA_SOURCES)[number]

/** What files say of a book, as far as it is set. */
export interface EmbeddedMetadata extends WideFacts {
  /** The first that says anything. */
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

/** What only the page of a book shows; stored together, and left out where nothing is said. */
export interface WideFacts {
  readonly titleSort: string | null
  readonly characters: readonly string[]
  readonly teams: readonly string[]
  readonly locations: readonly string[]
  readonly storyArcs: readonly StoryArc[]
  readonly universes: readonly string[]
  readonly reprints: readonly string[]
  /** Groups of series that the book's series belongs to. */
  readonly seriesGroups: readonly string[]
  readonly alternateSeries: string | null
  /** As written. */
  readonly alternateNumber: string | null
  readonly alternateCount: number | null
  /** How the file sorts the title of its series. */
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
  /** Addresses of http and https. */
  readonly webLinks: readonly string[]
  readonly pageMarks: readonly PageMark[]
  /** Columns that a person has made in calibre, by their names. */
  readonly calibre: Readonly<Record<string, CalibreValue>>
  /** The chapter, where it is said apart from the number. */
  readonly chapter: number | null
  /** The place in the series, and how many books that has, where a person has set them. */
  readonly seriesPosition: number | null
  readonly seriesTotal: number | null
  readonly awards: readonly Award[]
  /** Custom metadata of a person, but for `calibre`. */
  readonly custom: Readonly<Record<string, unknown>>
  /** The source of each member that is not said by `source`. */
  readonly saidBy: Readonly<Record<string, MetadataSource>>
}

export interface StoryArc {
  readonly name: string
  /** The book's place in it, as written. */
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

/** An id that somebody else gives a book or its series. */
export interface Identifier {
  /** In lower case: `comicvine`, `metron`, `upc`, `goodreads` … */
  readonly source: string
  readonly id: string
  readonly of: 'book' | 'series'
}

/** What a file says of one of its pages. */
export interface PageMark {
  /** From 1, in reading order. */
  readonly page: number
  /** As ComicInfo names it: FrontCover, InnerCover, Advertisement … */
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
  /** A reason a program can test, finer than the eight types. */
  readonly reason: ProblemReason
  /** One sentence for a person. */
  readonly message: string
  readonly details?: Readonly<Record<string, string | number | boolean>>
}
