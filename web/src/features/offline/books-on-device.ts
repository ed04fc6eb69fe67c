import type { BookDto } from '../../api/types'
import { downloads, openDownloads } from '../../device/downloads'
import { browserTable } from '../../device/unsent-table'
import type { UnsentPlace } from '../../reader/progress/place.rules'

/** Downloaded books at their place on this device; the one read last comes first. */
export async function booksOnDevice(userId: string): Promise<BookDto[]> {
  await openDownloads(userId)
  const entries = await browserTable.all(userId)
  const places = new Map(entries.flatMap(entry => (entry.kind === 'place' ? [[entry.bookId, entry.unsent]] : [])))
  return downloads()
    .filter(({ state }) => state === 'done')
    .map(({ book }) => atPlace(book, userId, places.get(book.id)))
    .sort((a, b) => (b.readProgress?.updatedAt ?? '').localeCompare(a.readProgress?.updatedAt ?? ''))
}

/** Reading on this device is newer than what was downloaded with the book. */
function atPlace(book: BookDto, userId: string, known: UnsentPlace | undefined): BookDto {
  if (!known) return book
  const { page, percentage } = known.place
  const readAt = new Date(known.savedAt).toISOString()
  const readProgress = {
    id: book.id,
    userId,
    bookId: book.id,
    startedAt: readAt,
    completedAt: null,
    ...book.readProgress,
    currentPage: page,
    progressPercentage: percentage,
    completed: percentage === null ? page >= book.pageCount : percentage >= 1,
    updatedAt: readAt,
  }
  return { ...book, readProgress }
}
