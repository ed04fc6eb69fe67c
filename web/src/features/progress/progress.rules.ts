import type { BookDto } from '../../api/types'

export type ReadingState = 'unread' | 'reading' | 'read'

/** Whether nobody can read a book without a password or key. */
export const isLocked = ({ fileProblem }: Pick<BookDto, 'fileProblem'>): boolean => fileProblem === 'encrypted'

/** Whether nothing of a book can be shown. */
export const cannotBeOpened = (book: Pick<BookDto, 'analysisError' | 'fileProblem' | 'pageCount'>): boolean =>
  isLocked(book) || (Boolean(book.analysisError) && book.pageCount === 0)

export function readingState(book: Pick<BookDto, 'readProgress'>): ReadingState {
  if (!book.readProgress) return 'unread'
  return book.readProgress.completed ? 'read' : 'reading'
}

/** The read share of a book, 0 to 1. */
export function shareRead(book: Pick<BookDto, 'readProgress' | 'pageCount'>): number {
  const progress = book.readProgress
  if (!progress) return 0
  if (progress.completed) return 1
  if (typeof progress.progressPercentage === 'number') return clamp(progress.progressPercentage)
  return book.pageCount > 0 ? clamp(progress.currentPage / book.pageCount) : 0
}

/** The book to continue with: the one begun last, else the first unread one; null if all are read. */
export function nextToRead<
  B extends Pick<BookDto, 'readProgress' | 'deleted' | 'analysisError' | 'fileProblem' | 'pageCount'>,
>(books: readonly B[]): B | null {
  const readable = books.filter(book => !book.deleted && !cannotBeOpened(book))
  const begun = readable
    .filter(book => readingState(book) === 'reading')
    .sort((a, b) => (b.readProgress?.updatedAt ?? '').localeCompare(a.readProgress?.updatedAt ?? ''))
  const unread = readable.filter(book => readingState(book) === 'unread')
  return begun[0] ?? unread.find(book => !book.analysisError) ?? unread[0] ?? null
}

const clamp = (value: number) => Math.min(1, Math.max(0, value))
