import type { ReadHistoryResponse, ReadingDto } from '@octavo/contract/read-history'
import { timestamp, timestampOrNull } from '../../../kernel/clock'
import type { ReadingRow, ShownReading } from './history.queries'

export function bookHistoryView(rows: readonly ReadingRow[]): ReadHistoryResponse {
  const finished = rows.filter(row => row.completed)
  return {
    readCount: finished.length,
    lastCompletedAt: timestampOrNull(finished[0]?.ended_at ?? null),
    entries: finished.map(row => ({
      id: row.id,
      startedAt: timestamp(row.started_at),
      completedAt: timestamp(row.ended_at),
    })),
    abandoned: rows
      .filter(row => !row.completed)
      .map(row => ({
        id: row.id,
        page: row.page,
        startedAt: timestamp(row.started_at),
        abandonedAt: timestamp(row.ended_at),
      })),
  }
}

export function seriesHistoryView(
  rows: readonly { readonly started_at: number; readonly ended_at: number }[],
): ReadHistoryResponse {
  return {
    readCount: rows.length,
    lastCompletedAt: timestampOrNull(rows[0]?.ended_at ?? null),
    entries: rows.map(row => ({
      id: null,
      startedAt: timestamp(row.started_at),
      completedAt: timestamp(row.ended_at),
    })),
  }
}

export function readingView(row: ShownReading): ReadingDto {
  return {
    id: row.id,
    bookId: row.book_id,
    bookTitle: row.book_title,
    seriesId: row.series_id,
    seriesTitle: row.series_title,
    completed: row.completed,
    page: row.page,
    pageCount: row.page_count,
    startedAt: timestamp(row.started_at),
    endedAt: timestamp(row.ended_at),
    thumbHash: row.thumb_hash,
    coverVersion: row.cover_version,
  }
}
