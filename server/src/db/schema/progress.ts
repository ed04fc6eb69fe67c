import type { Generated } from 'kysely'
import { OF_USER, SUMS_OF_SERIES, type TableEntries } from './table'

export interface ReadProgressTable {
  pk: Generated<number>
  id: string
  user_pk: number
  book_pk: number
  series_pk: number
  /** 1-based. */
  current_page: number
  /** 0 to 1. */
  percentage: number | null
  completed: boolean
  started_at: number
  updated_at: number
  completed_at: number | null
  /** Readium locator as JSON, for EPUB. */
  locator: string | null
}

/** Sums of read_progress, updated in the same transaction: lists never count. */
export interface SeriesProgressTable {
  user_pk: number
  series_pk: number
  completed_count: number
  in_progress_count: number
  last_read_at: number
}

/** How a reader's place in a book was set. It outlives the place, so that late deliveries do not undo "unread". */
export interface PlaceHistoryTable {
  user_pk: number
  book_pk: number
  /** When the place was read, by the server's clock. */
  read_at: number
  /** `updated_at` of the place it describes; any other value means that an older version of Octavo wrote the place. */
  saved_at: number
  /** The device's own name for itself. */
  device: string | null
  /** Session or API key of the report. */
  sign_in: string | null
  /** Times reported by devices, as JSON. */
  clocks: string
  /** The place before the last jump or mark, as JSON; null if there was none. */
  previous: string | null
  /** True until the user reads on after the last jump or mark. */
  jumped: boolean
  /** Last place of each device, as JSON; null if none has reported. */
  devices: Generated<string | null>
  /** The sitting to which places without a measured session belong, as JSON; null if there is none. */
  sitting: Generated<string | null>
}

/**
 * A sitting. Measured by a device, it is added once and never changed; estimated from consecutive places, it grows
 * while the user reads on.
 */
export interface ReadingSessionsTable {
  pk: Generated<number>
  /** Created by the device; unique per user. */
  id: string
  user_pk: number
  /** Null once the book is deleted: the reading time stays. */
  book_pk: number | null
  device: string
  device_name: string | null
  kind: 'progress' | 'completed' | 'reset'
  to_page: number | null
  /** 0 to 1. */
  to_percentage: number | null
  /** Null when the device did not measure. */
  active_ms: number | null
  /** Null if measured, or if it cannot be estimated. */
  estimated_ms: Generated<number | null>
  pages_read: number | null
  /** By the device's clock, corrected when that was seen to be ahead. */
  started_at: number
  ended_at: number
  /** Its end by the device's clock. */
  said_at: number
  received_at: number
}

interface ReadingSums {
  measured_ms: Generated<number>
  estimated_ms: Generated<number>
  pages: Generated<number>
  sessions: Generated<number>
}

interface ReadingTimeSums extends ReadingSums {
  user_pk: number
  /** Number of sessions without a time, and without pages. */
  untimed: Generated<number>
  unpaged: Generated<number>
}

/** Sums of the sessions that began in a quarter of an hour, as days of every time zone begin at one. */
export interface ReadingQuartersTable extends ReadingTimeSums {
  /** Quarters of an hour since 1970. */
  quarter: number
}

/** The same of six hours. */
export interface ReadingBlocksTable extends ReadingTimeSums {
  /** Six hours since 1970. */
  block: number
}

/** Sums of the sessions that began in a month, by device. */
export interface ReadingDevicesTable extends ReadingSums {
  user_pk: number
  /** As in `reading_months`. */
  month: number
  device: string
  device_name: string | null
  finished: Generated<number>
  last_at: number
}

/**
 * Sums of the sessions that began in a month, by book and device. After a merge a book may have several rows of one
 * month.
 */
export interface ReadingMonthsTable extends ReadingSums {
  pk: Generated<number>
  user_pk: number
  /** Year times twelve plus month (from 0), in UTC. */
  month: number
  /** Null once the book is deleted: the reading time stays. */
  book_pk: number | null
  /** Key of the book it was made for. Rows that a merge passed on are not continued, so that an undo returns them as they were. */
  logged_for: number | null
  device: string
  device_name: string | null
  finished: Generated<number>
  last_at: number
}

/** One reading of a book: finished, or ended by starting again or marking it unread. */
export interface ReadingsTable {
  pk: Generated<number>
  id: string
  user_pk: number
  book_pk: number
  completed: boolean
  /** The last page reached. */
  page: number
  /** `started_at` of the place: each is finished at most once. */
  started_at: number
  ended_at: number
}

/** KOReader's place in a document, also of documents outside the libraries. */
export interface SyncedDocumentsTable {
  pk: Generated<number>
  user_pk: number
  /** KOReader's id of the document: an MD5 of parts of the file, or of its name. */
  document: string
  /** A page, or an XPointer. */
  progress: string
  /** 0 to 1. */
  percentage: number
  device: string
  device_id: string
  /** `updated_at` of the place derived from it: any other value means that the user has read on in another app. */
  saved_at: number
}

/** Of two that began at the same moment, one stays. */
const READ_ONCE = { pass: 'heir', key: ['user_pk', 'started_at'] } as const

export const PROGRESS_TABLES = {
  read_progress: {
    owner: 'features/reading/progress',
    makesStale: 'progress',
    seenWith: 'book',
    references: {
      user_pk: OF_USER,
      book_pk: {
        to: 'books',
        // A user who has read both keeps both places.
        found: { pass: 'refuse', key: ['user_pk'] },
        merged: { pass: 'newest', key: ['user_pk'], by: 'updated_at' },
        gone: 'drop',
      },
      series_pk: { to: 'series', found: 'pass', merged: 'pass', moved: { follow: 'book_pk' }, gone: 'drop' },
    },
  },
  series_progress: {
    owner: 'features/reading/progress',
    makesStale: 'progress',
    seenWith: 'series',
    references: { user_pk: OF_USER, series_pk: SUMS_OF_SERIES },
  },
  place_history: {
    owner: 'features/reading/progress',
    makesStale: 'nothing',
    seenWith: 'user',
    references: {
      user_pk: OF_USER,
      // A history of another place is ignored.
      book_pk: {
        to: 'books',
        found: { pass: 'newest', key: ['user_pk'], by: 'read_at' },
        merged: { pass: 'newest', key: ['user_pk'], by: 'read_at' },
        gone: 'drop',
      },
    },
  },
  reading_sessions: {
    owner: 'features/reading/reading-log',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER, book_pk: { to: 'books', found: 'pass', merged: 'pass', gone: 'keep' } },
  },
  reading_quarters: {
    owner: 'features/reading/reading-log',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
  reading_blocks: {
    owner: 'features/reading/reading-log',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
  reading_devices: {
    owner: 'features/reading/reading-log',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
  reading_months: {
    owner: 'features/reading/reading-log',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER, book_pk: { to: 'books', found: 'pass', merged: 'pass', gone: 'keep' } },
  },
  synced_documents: {
    owner: 'features/reading/synced-documents',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
  readings: {
    owner: 'features/reading/history',
    makesStale: 'progress',
    seenWith: 'user',
    references: {
      user_pk: OF_USER,
      book_pk: { to: 'books', found: READ_ONCE, merged: READ_ONCE, gone: 'drop' },
    },
  },
} satisfies TableEntries
