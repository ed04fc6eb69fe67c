import { MOST_COVER_BYTES } from '@octavo/contract/cover-limits'
import { MARK_LIMITS } from '@octavo/contract/mark-limits'

const ENTRY_BYTES = 256 * 1024 * 1024

/** Every bound in one place (reliability.md, section 1.2 and rule 10). Sizes in bytes, times in milliseconds. */
export const LIMITS = {
  http: {
    jsonBody: 1024 * 1024,
  },
  lists: {
    /** Each may have to look at the text of every book. */
    conditionTerms: 200,
    conditionDepth: 20,
    conditionValues: 1000,
    /** Characters of a text that a field is compared with. */
    conditionText: 1000,
    /** Fields that one list is sorted by, one after the other. */
    sortKeys: 5,
    fullTextSearch: 500,
    /** Words of one search that are looked for. */
    searchWords: 20,
  },
  presets: {
    name: 100,
    /** Characters of a saved condition, written as JSON. */
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
    /** Of a CBL or JSON file: 10,000 books take less. */
    fileBytes: 2 * 1024 * 1024,
    /** Characters of a rule, written as JSON. */
    condition: 64 * 1024,
  },
  /** Files that people make of the catalogue and of their own data. */
  exports: {
    /** Of one person: waiting or running at once, and finished ones (the oldest goes). */
    running: 3,
    finished: 10,
    /** Libraries and fields that one request names, and bytes of it as JSON. */
    libraries: 500,
    fields: 200,
    request: 128 * 1024,
    /** Bytes of one file, and of all files of the server (the oldest go). */
    fileBytes: 512 * 1024 ** 2,
    totalBytes: 2 * 1024 ** 3,
    keptMs: 7 * 24 * 3_600_000,
    /** Series or books that are read at a time: other requests get their turn between two. */
    chunk: 100,
  },
  /** Archives of their own data that people bring in. */
  imports: {
    /** Of one person: at work at once, and in all (the oldest goes). */
    running: 1,
    stored: 5,
    /** Bytes of the archive, of a line of a file, and of all lines together once unpacked. */
    fileBytes: 32 * 1024 ** 2,
    lineBytes: 4 * 1024 ** 2,
    totalBytes: 1024 ** 3,
    /** Books and series, rows of each part, and rows at a time. */
    identities: 200_000,
    rows: 500_000,
    chunk: 100,
    /** Titles of the report that are not here. */
    missing: 200,
    keptMs: 7 * 24 * 3_600_000,
  },
  /** Most of each per person. One more is refused, or the oldest is deleted where stated. */
  perPerson: {
    apiKeys: 100,
    passkeys: 20,
    /** The one that was not used for longest ends. */
    sessions: 100,
    /** Saved filters, those in the side bar, and deleted ones that can be restored (the oldest goes). */
    presets: 500,
    pins: 50,
    restorablePresets: 20,
    /** Collections, and read lists. */
    curatedLists: 1_000,
    homeRows: 50,
    /** Of series, and of books. */
    ratings: 20_000,
    /** Sessions of reading; the oldest go. A hundred thousand are ten years. */
    readingSessions: 500_000,
    /** Marks in all books and in one; and deleted ones, remembered so that a late delivery does not bring them back (the oldest go). */
    marks: 20_000,
    marksOfBook: 2_000,
    deletedMarks: 10_000,
    /** Places in documents as KOReader wrote them; the oldest go. */
    syncedDocuments: 5_000,
    /** Reader settings may differ by series. Bytes of one, and of all, as JSON. */
    preferences: 5_000,
    preferenceBytes: 16_384,
    preferencesBytes: 4 * 1024 * 1024,
    /** The oldest entries of the audit log about acts of that person go. */
    auditEntries: 200_000,
  },
  marks: MARK_LIMITS,
  writeBack: {
    /** Books of one request, and those of them that a preview reads. */
    books: 2_000,
    previewed: 20,
    /** Books that a task names as left out, with the reasons. */
    refusals: 100,
  },
  komga: {
    /** Items of a list that is asked for without pages: of a longer one this is the first page. */
    unpaged: 5_000,
  },
  downloads: {
    /** Books of one zip. */
    books: 2_000,
  },
  pages: {
    /** Bytes of a folder's zip that are put together before they are sent, so that their length can be said. */
    joinedArchive: 8 * 1024 ** 2,
    minWidth: 320,
    maxWidth: 6000,
    /** Rendered and unpacked pages cached on disk. */
    diskCache: 2 * 1024 ** 3,
    /** Days after which the clean-up removes a cached page. */
    cacheDays: 30,
    inflatedEntry: ENTRY_BYTES,
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
    /** How many times an entry may grow by inflating, once it is past the grace. */
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
     * Bytes of pages unpacked from one RAR, 7z or compressed tar while it is analysed (seconds of CPU); the pages behind
     * have no size.
     */
    packedAnalysisBytes: 256 * 1024 * 1024,
  },
  /** Limits for the metadata of one file; more is cut, with a warning. */
  facts: {
    /** Bytes of a name in UTF-8, as it is and folded: a title, a series, a tag. */
    nameBytes: 1_000,
    summaryBytes: 64 * 1024,
    addressBytes: 2_000,
    /** Bytes of a number or code as it is written: an issue, a language, a rating, a role. */
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
    /** Bytes of notes, a review, and what is said of a scan. */
    notesBytes: 16 * 1024,
    /** Bytes of the custom columns of calibre as JSON. */
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
    /** A process without work ends after this time. */
    idleMs: 10_000,
    /** Wall time for one book, for one page or publication, and for the cover of a PDF when all else is known. */
    analysisMs: 60_000,
    pageMs: 30_000,
    coverMs: 10_000,
    /** A process is replaced after so many files, or when it has grown so large. */
    recycleAfter: 5_000,
    recycleBytes: 320 * 1024 * 1024,
    addressBytes: 2 * 1024 * 1024 * 1024,
    /** CPU time in the whole life of a process. */
    cpuSeconds: 300,
  },
  scan: {
    /** Files written to the database in one transaction. */
    batch: 500,
    /** Half-written copies that one scan removes. */
    drafts: 1_000,
    /** What files have left behind in memory is collected after so many. */
    collectAfter: 5_000,
    /** So many files that are as they were leave behind as much as one that is new. */
    unchangedToNew: 8,
    /** The database refreshes its statistics after so many written books. */
    statisticsAfter: 500,
    /** Share of a library's books that may vanish at once before a person has to confirm. */
    vanishedShare: 0.2,
    /** Share of a folder's files that another must hold to be that folder at another place. */
    sameFolderShare: 0.5,
    /** Reports retained per library, for full and for partial scans each. */
    reports: 50,
    /** Places that one scan of a part may name; with more, the whole library is scanned. */
    places: 200,
    /** A file written to within this time may be incomplete: its size and time are checked twice. */
    settleMs: 2_000,
    /** From the first look to the second. */
    secondLookMs: 250,
    /** A file that is still being written is checked again after the first wait (settleMs), then twice that, at most this. */
    lookAgainMs: 60_000,
  },
  /** Noticing what changes in the folders of libraries. */
  watch: {
    /** A library is scanned when nothing has changed in it for so long; at the latest after so long of changes. */
    settleMs: 2_000,
    longestMs: 30_000,
    /** Interval of checks whether changes have ended, and whether folders and settings changed. */
    tickMs: 500,
    lookMs: 5_000,
    /** Changes close to each other are handled together. */
    togetherMs: 150,
    /** Interval of full checks even with change events, which may get lost. */
    sweepMs: 10 * 60_000,
    /** A library is watched by one process; when it falls silent, another takes it over after this time. */
    leaseMs: 30_000,
    renewMs: 10_000,
    /** Folders checked in parallel. */
    foldersAtOnce: 16,
  },
  database: {
    /** A write waits so long for its turn, or for a connection, and then is refused. */
    waitMs: 10_000,
    /** One statement of a request or task; migrations take what they need. */
    statementMs: 30_000,
    /** A transaction that asks nothing for so long is ended, so that a frozen process holds no locks. */
    idleInTransactionMs: 60_000,
    /** Tries of a transaction that certainly had no effect. */
    tries: 4,
  },
  health: {
    /** Less free space than this is reported. */
    lowDiskBytes: 512 * 1024 ** 2,
    /** A task whose lease ended so long ago should be running elsewhere. */
    abandonedMs: 5 * 60_000,
  },
  /** Calls to S3-compatible storage. */
  storage: { callMs: 5_000, tries: 3, restMs: 2_000 },
  events: {
    /** Messages queued for one client; with more, it has to reload. */
    queued: 256,
    /** Open streams of one process. */
    streams: 10_000,
    /** How many rows of the outbox are retained, and for how long. */
    retainedRows: 5_000,
    retainedMs: 3_600_000,
    ticketMs: 30_000,
  },
  /** Edits of many books or series as a task. */
  bulk: {
    /** Rows of one edit, and those that a preview looks at. */
    rows: 200_000,
    previewed: 5_000,
    examples: 20,
    /** Characters of an action or selection, written as JSON. */
    request: 128 * 1024,
  },
  metadata: {
    /** Of one series. */
    alternateTitles: 100,
    /** Ids, links and ratings of one series or book at other sites, of each kind. */
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
    /** Fetching from a web address: time in all, and redirects. */
    addressMs: 15_000,
    redirects: 4,
  },
  /** Patterns of people. */
  naming: {
    /** About the instructions of one, and of all of a library; bytes of a text before and after it. */
    patternSize: 2_000,
    totalSize: 10_000,
    textBytes: 4_096,
    /** Time that they may take in a parser process for one request, its start included, and characters they may make. */
    requestMs: 5_000,
    requestOutput: 32 * 1024 * 1024,
    /** Time for one batch of a task. */
    taskMs: 30_000,
    /** Names worked out at once. */
    batch: 500,
  },
  previews: { sampleBooks: 5, files: 500 },
} as const

/** The limits of files, as a parser process gets them. */
export type FileLimits = { readonly [Name in keyof typeof LIMITS.files]: number }

export interface OwnLimits {
  readonly files: Partial<FileLimits>
  readonly jsonBody: number
  readonly queuedEvents: number
}

/** Puts configured limits in the place of the defaults: once, when a process begins, before anything is read. */
export function setLimits({ files, jsonBody, queuedEvents }: OwnLimits): void {
  setFileLimits(files)
  Object.assign(LIMITS.http, { jsonBody })
  Object.assign(LIMITS.events, { queued: queuedEvents })
}

export function setFileLimits(files: Partial<FileLimits>): void {
  Object.assign(LIMITS.files, files)
  // The server itself inflates pages within the same bound.
  Object.assign(LIMITS.pages, { inflatedEntry: LIMITS.files.entryBytes })
}
