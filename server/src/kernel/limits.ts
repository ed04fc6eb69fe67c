/** Every bound in one place (reliability.md, section 1.2 and rule 10). Sizes in bytes, times in milliseconds. */
export const LIMITS = {
  http: {
    jsonBody: 1024 * 1024,
  },
  lists: {
    conditionTerms: 500,
    conditionDepth: 20,
    conditionValues: 1000,
    fullTextSearch: 500,
  },
  pages: {
    minWidth: 320,
    maxWidth: 6000,
    /** Rendered and unpacked pages kept on disk. */
    diskCache: 2 * 1024 ** 3,
    /** Days after which a kept page is removed by the clean-up. */
    cacheDays: 30,
    inflatedEntry: 256 * 1024 * 1024,
  },
  scan: {
    /** Files written to the database in one transaction. */
    batch: 500,
    /** Share of a library's books that may vanish at once before a person has to confirm. */
    vanishedShare: 0.2,
    /** Reports kept for each library. */
    reports: 50,
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
    /** Less free space than this is told. */
    lowDiskBytes: 512 * 1024 ** 2,
    /** A task whose lease ended so long ago should be running elsewhere. */
    abandonedMs: 5 * 60_000,
  },
  /** Calls to S3-compatible storage. */
  storage: { callMs: 5_000, tries: 3, restMs: 2_000 },
  events: {
    /** Messages that wait for one client; with more, it is told to load anew. */
    queued: 256,
    /** Open streams of one process. */
    streams: 10_000,
    /** Rows of the outbox that are kept, and for how long. */
    keptRows: 5_000,
    keptMs: 3_600_000,
    ticketMs: 30_000,
  },
  previews: { sampleBooks: 5, files: 500 },
} as const
