import type { BookDto } from '@octavo/contract/book'
import { timestamp, timestampOrNull } from '../../kernel/clock'
import type { Viewer } from '../../kernel/viewer'
import type { BookRow } from './book-row'

/** A row as the contract shows it. */
export function bookView(row: BookRow, viewer: Viewer): BookDto {
  return {
    id: row.id,
    libraryId: row.library_id,
    libraryName: row.library_name,
    seriesId: row.series_id,
    seriesName: row.series_title,
    title: row.title,
    titleSort: row.title_sort,
    // The wire has whole numbers only; 1.5 is in `chapter`, and 1 would be another book.
    number: row.number !== null && Number.isInteger(row.number) ? row.number : null,
    volume: row.volume,
    chapter: row.chapter,
    summary: row.summary,
    path: `${row.library_path}/${row.path}`,
    fileFormat: row.file_format as BookDto['fileFormat'],
    fileSize: row.file_size,
    fileHash: row.file_hash,
    readerSyncHash: row.reader_sync_hash,
    pageCount: row.page_count,
    readingDirection: row.series_reading_direction ?? row.default_reading_direction,
    analyzed: row.analyzed,
    analysisError: row.analysis_error,
    deleted: row.deleted,
    readProgress: progressView(row, viewer),
    wantToRead: false,
    thumbHash: row.thumb_hash,
    coverVersion: row.cover_version,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}

function progressView(row: BookRow, viewer: Viewer): BookDto['readProgress'] {
  if (row.progress_id === null || row.progress_page === null) return null
  return {
    id: row.progress_id,
    userId: viewer.userId,
    bookId: row.id,
    currentPage: row.progress_page,
    progressPercentage: shownPercentage(row.file_format, row.progress_percentage, row.progress_page, row.page_count),
    completed: row.progress_completed ?? false,
    startedAt: timestamp(row.progress_started_at ?? 0),
    updatedAt: timestamp(row.progress_updated_at ?? 0),
    completedAt: timestampOrNull(row.progress_completed_at),
  }
}

/** EPUB: what the reading app said. Other formats: the page's share of all pages. From 0 to 1. */
export function shownPercentage(
  format: string,
  stored: number | null,
  currentPage: number,
  pageCount: number,
): number | null {
  if (format === 'epub' && stored !== null) return stored
  return pageCount > 0 ? Math.min(1, currentPage / pageCount) : stored
}
