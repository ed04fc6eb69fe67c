import type { ReadProgressResponse } from '@octavo/contract/progress'
import { timestamp, timestampOrNull } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { shownPercentage } from './percentage.rules'
import type { PlaceRow } from './places.store'

/** A row as the contract shows it. */
export function progressView(
  row: PlaceRow,
  book: { readonly id: string; readonly file_format: string; readonly page_count: number },
  viewer: Viewer,
): ReadProgressResponse {
  return {
    id: row.id,
    userId: viewer.userId,
    bookId: book.id,
    currentPage: row.current_page,
    progressPercentage: shownPercentage(book.file_format, row.percentage, row.current_page, book.page_count),
    completed: row.completed,
    startedAt: timestamp(row.started_at),
    updatedAt: timestamp(row.updated_at),
    completedAt: timestampOrNull(row.completed_at),
  }
}

/** The answer to marking. */
export function markedView(count: number, as: 'read' | 'unread') {
  return { count, message: `${count} ${count === 1 ? 'book' : 'books'} marked as ${as}` }
}
