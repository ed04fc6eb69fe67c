import type { BookFormat } from '@octavo/contract/formats'
import { sql } from 'kysely'
import type { Tx } from '../../../db'
import type { FileStamp } from '../../../formats/facts'
import { BOOK_LOCKS, isLocked } from '../../../kernel/field-locks'
import { coverColumns } from '../../../kernel/main-color'
import { foldedOrNull } from '../../../kernel/text'
import { type BookNames, nameColumns } from './locked-names'
import { type BookUpdate, type LockedBook, stampColumns, updateUnlocked } from './written-books.store'

/** The result of reading a book's file. */
export interface Analysis {
  readonly bookPk: number
  readonly stamp: FileStamp
  readonly format: BookFormat | null
  readonly fileHash: string
  readonly pagesHash: string | null
  readonly readerSyncHash: string | null
  readonly pageCount: number
  /** Its pages can be shown. */
  readonly analyzed: boolean
  /** One sentence for a person. */
  readonly error: string | null
  readonly thumbHash: string | null
  readonly coverVersion: string | null
  readonly names: BookNames
  readonly summary: string | null
  /** 20260131; unknown parts are 0. */
  readonly releaseDate: number | null
}

/**
 * Saves the results of reading book files, except locked fields. Returns the locks of existing books: if there are any,
 * the row's metadata columns must be set again.
 */
export async function saveAnalyses(
  tx: Tx,
  analyses: readonly Analysis[],
  now: number,
): Promise<ReadonlyMap<number, number>> {
  const books = analyses.map(analysis => ({ pk: analysis.bookPk, ...analysis }))
  const set = { file_format: sql`coalesce(v.file_format, books.file_format)` }
  const written = await updateUnlocked(tx, 'analysis', books, (book, locked) => columnsOf(book, locked, now), { set })
  return new Map(written.map(({ pk, locks }) => [pk, locks]))
}

function columnsOf(analysis: Analysis, locked: LockedBook | undefined, now: number): BookUpdate {
  return {
    pk: analysis.bookPk,
    file_format: analysis.format,
    ...stampColumns(analysis.stamp),
    file_hash: analysis.fileHash,
    pages_hash: analysis.pagesHash,
    reader_sync_hash: analysis.readerSyncHash,
    page_count: analysis.pageCount,
    ...nameColumns(analysis.names, locked),
    summary: analysis.summary,
    summary_folded: foldedOrNull(analysis.summary),
    release_date: analysis.releaseDate,
    analyzed: analysis.analyzed,
    analysis_error: analysis.error,
    ...coverColumns(coverOf(analysis, locked)),
    updated_at: now,
  }
}

/** A locked cover stays; if there was none, the new one is used. */
function coverOf({ coverVersion, thumbHash }: Analysis, locked: LockedBook | undefined) {
  const isLockedCover = locked && locked.cover_version !== null && isLocked(BOOK_LOCKS, locked.locks, 'cover')
  return isLockedCover
    ? { version: locked.cover_version, thumbHash: locked.thumb_hash }
    : { version: coverVersion, thumbHash }
}
