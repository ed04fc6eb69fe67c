import { MOST_COVER_BYTES } from '@octavo/contract/cover-limits'
import { MARK_LIMITS } from '@octavo/contract/mark-limits'

const ENTRY_BYTES = 256 * 1024 * 1024

/** All limits in one place (reliability.md, section 1.2 and rule 10). Sizes in bytes, times in milliseconds. */
export const LIMITS = {
  /** Of one person: pictures and files received and stored at once, and requests that wait for that, unread. */
  http: { jsonBody: 1024 * 1024, uploadsAtOnce: 2, uploadsWaiting: 100 },
  lists: {
    /** Text conditions of one list: each may scan the text of every book. */
    conditionTerms: 200,
    conditionDepth: 20,
    conditionValues: 1000,
    /** Characters of a text to compare with. */
    conditionText: 1000,
    /** Sort fields of one list. */
    sortKeys: 5,
    fullTextSearch: 500,
    /** Words of one search. */
    searchWords: 20,
  },
  presets: {
    name: 100,
    /** Characters of a saved condition as JSON. */
    condition: 64 * 1024,
    view: 500,
    restoreMs: 3_600_000,
  },
  curatedLists: {
    name: 200,
    summary: 10_000,
    section: 200,
    series: 500,
    number: 50,
    /** Size of a CBL or JSON file: 10,000 books take less. */
    fileBytes: 2 * 1024 * 1024,
    /** Characters of a rule as JSON. */
    condition: 64 * 1024,
  },
  /** Exports of the catalogue and of a user's data. */
  exports: {
    /** Per person: pending or running at once, and finished ones (the oldest is deleted). */
    running: 3,
    finished: 10,
    /** Libraries and fields of one request, and its bytes as JSON. */
    libraries: 500,
    fields: 200,
    request: 128 * 1024,
    /** Bytes of one file, and of all files of the server (the oldest are deleted). */
    fileBytes: 512 * 1024 ** 2,
    totalBytes: 2 * 1024 ** 3,
    retentionMs: 7 * 24 * 3_600_000,
    /** Series or books read at a time, so that other requests can run in between. */
    chunk: 100,
  },
  /** Imports of a user's data. */
  imports: {
    /** Per person: running at once, and in total (the oldest is deleted). */
    running: 1,
    stored: 5,
    /** Bytes of the archive, of a line of a file, and of all lines once unpacked. */
    fileBytes: 32 * 1024 ** 2,
    lineBytes: 4 * 1024 ** 2,
    totalBytes: 1024 ** 3,
    /** Books and series, rows of each part, and rows at a time. */
    identities: 200_000,
    rows: 500_000,
    chunk: 100,
    /** Missing titles in the report. */
    missing: 200,
    retentionMs: 7 * 24 * 3_600_000,
  },
  /** Maximum number of each per person. Beyond it, a new one is refused, or the oldest deleted where stated. */
  perPerson: {
    apiKeys: 100,
    passkeys: 20,
    /** The least recently used one ends. */
    sessions: 100,
    /** Saved filters, those in the side bar, and deleted ones that can be restored (the oldest is deleted). */
    presets: 500,
    pins: 50,
    restorablePresets: 20,
    /** Collections, and read lists. */
    curatedLists: 1_000,
    homeRows: 52,
    /** Ratings of series, and of books. */
    ratings: 20_000,
    /** Reading sessions; the oldest are deleted. A hundred thousand are ten years. */
    readingSessions: 500_000,
    /**
     * Marks in all books and in one; and deleted ones, whose ids prevent a late delivery from restoring them (the
     * oldest are purged).
     */
    marks: 20_000,
    marksOfBook: 2_000,
    deletedMarks: 10_000,
    /** Places in documents as KOReader wrote them; the oldest are deleted. */
    syncedDocuments: 5_000,
    /** Reader settings can differ by series. Bytes of one, and of all, as JSON. */
    preferences: 5_000,
    preferenceBytes: 16_384,
    preferencesBytes: 4 * 1024 * 1024,
    /** Audit entries of that person; the oldest are deleted. */
    auditEntries: 200_000,
  },
  marks: MARK_LIMITS,
  writeBack: {
    /** Books of one request, and of its preview. */
    books: 2_000,
    previewed: 20,
    /** Skipped books in a task's result, with the reasons. */
    refusals: 100,
  },
  komga: {
    /** Items of an unpaged list: of a longer one this is the first page. */
    unpaged: 5_000,
  },
  downloads: {
    /** Books of one zip. */
    books: 2_000,
  },
  pages: {
    /** Bytes of a folder's zip that are buffered before sending, so that its length is known. */
    joinedArchive: 8 * 1024 ** 2,
    writtenZipMs: 20_000,
    minWidth: 320,
    maxWidth: 6000,
    /** Rendered and unpacked pages, and generated zips, cached on disk. */
    diskCache: 2 * 1024 ** 3,
    /** Days after which the clean-up removes a cached page. */
    cacheDays: 30,
    inflatedEntry: ENTRY_BYTES,
    /** Stylesheets that one of an ebook may import, also indirectly; its characters, with fonts and pictures in it. */
    ...{ styleImports: 32, styleCharacters: 16 * 1024 ** 2 },
  },
  /** Limits for one untrusted file. */
  files: {
    /** Entries of one archive. */
    entries: 20_000,
    /** Bytes of the directory of one zip. */
    directoryBytes: 64 * 1024 * 1024,
    /** Bytes of one entry once inflated. */
    entryBytes: ENTRY_BYTES,
    /** Bytes of all entries of one archive together, as declared. */
    totalBytes: 16 * 1024 * 1024 * 1024,
    /** Maximum inflation ratio of an entry larger than the grace size. */
    ratio: 200,
    ratioGraceBytes: 8 * 1024 * 1024,
    /** Bytes of one XML document: ComicInfo, OPF, container, navigation. */
    xmlBytes: 4 * 1024 * 1024,
    imagePixels: 100_000_000,
    imageSide: 65_536,
    pdfPages: 20_000,
    /** Most bytes read to find an image header. */
    imageHeadBytes: 1024 * 1024,
    /**
     * Bytes of pages unpacked from one RAR, 7z or compressed tar during analysis (seconds of CPU); later pages have no
     * size.
     */
    packedAnalysisBytes: 256 * 1024 * 1024,
  },
  /** Limits for the metadata of one file; the rest is cut, with a warning. */
  facts: {
    /** Bytes of a name in UTF-8, as it is and folded: a title, a series, a tag. */
    nameBytes: 1_000,
    summaryBytes: 64 * 1024,
    addressBytes: 2_000,
    /** Bytes of a number or code as written: an issue, a language, a rating, a role. */
    codeBytes: 200,
    genres: 200,
    tags: 500,
    authors: 300,
    isbns: 20,
    awards: 200,
    /** Characters, teams, locations: of each kind. */
    names: 500,
    /** Story arcs, groups, universes, reprints, other titles, identifiers, addresses: of each kind. */
    mentions: 100,
    /** Pages with a type or a bookmark. */
    pageMarks: 2_000,
    /** Bytes of notes, a review, and scan information. */
    notesBytes: 16 * 1024,
    /** Bytes of calibre's custom columns as JSON. */
    customBytes: 32 * 1024,
    /** The largest volume or count. */
    number: 999_999_999,
    /** Bytes of the names of all pages together, and of one. */
    pageNamesBytes: 2 * 1024 * 1024,
    pageNameBytes: 1_000,
    /** Characters of a sentence about the file, and of a detail of it. */
    sentence: 1_000,
    detail: 300,
  },
  /** Resources of a parser process, and time per file. */
  parser: {
    /** Idle time after which a process ends. */
    idleMs: 10_000,
    /** Wall time for one book, for one page or publication, and for the cover of a PDF after everything else. */
    analysisMs: 60_000,
    pageMs: 30_000,
    coverMs: 10_000,
    /** A process is replaced after this number of files, or above this size. */
    recycleAfter: 5_000,
    recycleBytes: 320 * 1024 * 1024,
    addressBytes: 2 * 1024 * 1024 * 1024,
    /** Total CPU time of a process. */
    cpuSeconds: 300,
  },
  scan: {
    /** Files written to the database in one transaction. */
    batch: 500,
    /** Drafts that one scan removes. */
    drafts: 1_000,
    /** Files between two runs of garbage collection. */
    collectAfter: 5_000,
    /** Unchanged files that use as much memory as one new one. */
    unchangedToNew: 8,
    /** The database updates its statistics after this number of written books. */
    statisticsAfter: 500,
    /** Share of a library's books that may disappear at once without confirmation. */
    vanishedShare: 0.2,
    /** Share of a folder's files that another must contain to be recognised as that folder, moved. */
    sameFolderShare: 0.5,
    /** Reports retained per library, for full and for partial scans each. */
    reports: 50,
    /** Places of one partial scan; with more, the whole library is scanned. */
    places: 200,
    /** A file written to within this time may be incomplete: its size and time are checked twice. */
    settleMs: 2_000,
    /** From the first look to the second. */
    secondLookMs: 250,
    /** A file that is still being written is checked again after the first wait (settleMs), then twice that, at most this. */
    lookAgainMs: 60_000,
  },
  /** Watching the folders of libraries. */
  watch: {
    /** A library is scanned once nothing has changed for the first time; at the latest after the second. */
    settleMs: 2_000,
    longestMs: 30_000,
    /** Interval of checks for quiet libraries, and for changed folders and settings. */
    tickMs: 500,
    lookMs: 5_000,
    /** Events close to each other are handled together. */
    togetherMs: 150,
    /** Interval of full checks even with change events, which may get lost. */
    sweepMs: 10 * 60_000,
    /** A library is watched by one process; if its heartbeat stops, another takes over after this time. */
    leaseMs: 30_000,
    renewMs: 10_000,
    /** Folders checked in parallel. */
    foldersAtOnce: 16,
  },
  database: {
    /** Maximum wait of a write for the lock, or for a connection. */
    waitMs: 10_000,
    /** Timeout of one statement of a request or task; migrations have none. */
    statementMs: 30_000,
    /** An idle transaction is ended after this time, so that a frozen process holds no locks. */
    idleInTransactionMs: 60_000,
    /** Attempts of a transaction that certainly had no effect. */
    tries: 4,
  },
  health: {
    /** Free space below which a warning is shown. */
    lowDiskBytes: 512 * 1024 ** 2,
    /** A task whose lease expired this long ago should be running elsewhere. */
    abandonedMs: 5 * 60_000,
  },
  /** Calls to S3-compatible storage. */
  storage: { callMs: 5_000, tries: 3, restMs: 2_000 },
  events: {
    /** Messages buffered for one client; beyond that, it has to reload. */
    queued: 256,
    /** Open streams of one process. */
    streams: 10_000,
    /** Maximum number and age of outbox rows. */
    retainedRows: 5_000,
    retainedMs: 3_600_000,
    ticketMs: 30_000,
  },
  /** Bulk edits. */
  bulk: {
    /** Items of one edit, and of its preview. */
    rows: 200_000,
    ...{ previewed: 5_000, examples: 20 },
    /** Characters of an action or selection as JSON. */
    request: 128 * 1024,
  },
  metadata: {
    /** Of one series. */
    alternateTitles: 100,
    /** External ids, links and ratings of one series or book, of each kind. */
    external: 100,
    /** Of `customMetadata`, as JSON text. */
    customBytes: 64 * 1024,
  },
  covers: {
    /** Bytes of an uploaded or fetched picture. */
    uploadBytes: MOST_COVER_BYTES,
    /** Added to one book, series or library. */
    perSubject: 50,
    /** Longest sides, in pixels. */
    masterSide: 1600,
    thumbnailSide: 400,
    /** Fetching from a web address: total time, and redirects. */
    addressMs: 15_000,
    redirects: 4,
  },
  /** User-defined patterns. */
  naming: {
    /** Instructions (estimated) of one pattern and of a library; bytes of a text before and after replacement. */
    patternSize: 2_000,
    totalSize: 10_000,
    textBytes: 4_096,
    /** Time limit in a parser process for one request, including its start, and maximum characters of output. */
    requestMs: 5_000,
    requestOutput: 32 * 1024 * 1024,
    /** Time for one batch of a task. */
    taskMs: 30_000,
    /** Names computed at once. */
    batch: 500,
  },
  /** At most `files` are named and read for metadata, up to `bytes` in total and for `ms`. */
  previews: { sampleBooks: 5, files: 500, bytes: 16 * 1024 ** 3, ms: 4_000 },
} as const

/** Limits of files, as passed to a parser process. */
export type FileLimits = { readonly [Name in keyof typeof LIMITS.files]: number }

export interface OwnLimits {
  readonly files: Partial<FileLimits>
  readonly jsonBody: number
  readonly queuedEvents: number
}

/** Replaces defaults by configured limits: once, at the start of a process. */
export function setLimits({ files, jsonBody, queuedEvents }: OwnLimits): void {
  setFileLimits(files)
  Object.assign(LIMITS.http, { jsonBody })
  Object.assign(LIMITS.events, { queued: queuedEvents })
}

export function setFileLimits(files: Partial<FileLimits>): void {
  Object.assign(LIMITS.files, files)
  // The server itself inflates pages within the same limit.
  Object.assign(LIMITS.pages, { inflatedEntry: LIMITS.files.entryBytes })
}
