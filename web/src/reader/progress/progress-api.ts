import type { Progression } from '@octavo/contract/publication'
import { ApiError, api } from '../../api'
import { refusalFrom } from '../../device/unsent.rules'
import { deviceId } from './device'
import { modifiedAt, type Place, type ServerPlace, serverPlace } from './place.rules'
import type { Sent } from './progress-sync'

/** Sends a place: a locator for ebooks, otherwise a page. Never rejects. */
export async function sendPlace(
  userId: string,
  bookId: string,
  place: Place,
  savedAt: number,
  base: string | null,
  leaving: boolean,
): Promise<Sent> {
  try {
    return { status: 200, updatedAt: await put(userId, bookId, place, savedAt, base, leaving) }
  } catch (error) {
    if (!(error instanceof ApiError)) return { status: 0, updatedAt: null }
    return { status: error.status, updatedAt: null, refusal: refusalFrom(error) }
  }
}

async function put(
  user: string,
  bookId: string,
  place: Place,
  savedAt: number,
  base: string | null,
  keepalive: boolean,
) {
  const modified = modifiedAt(savedAt, base)
  const sent = { params: { book_id: bookId }, user, keepalive }
  // Reading sessions are measured and sent separately.
  const purpose = { measured: true, ...(place.deliberate && { deliberate: true }) }
  if (!place.locator) {
    const body = { currentPage: place.page, progressPercentage: place.percentage, readAt: modified, ...purpose }
    const progress = await api.put('/api/v1/books/{book_id}/progress', { ...sent, body })
    return progress.updatedAt
  }
  const device = { id: deviceId(), name: 'Octavo' }
  const body: Progression = { modified, device, locator: place.locator, ...purpose }
  await api.put('/api/v1/books/{book_id}/progression', { ...sent, body })
  return modified
}

/** The server's place in a book with pages; null if unread, undefined without a response. */
export async function askPage(bookId: string): Promise<ServerPlace | null | undefined> {
  try {
    const progress = await api.get('/api/v1/books/{book_id}/progress', { params: { book_id: bookId } })
    return progress ? serverPlace(progress) : null
  } catch {
    return undefined
  }
}

/** The same for an ebook: its locator if there is one, else the share of the text. */
export async function askLocator(bookId: string): Promise<ServerPlace | null | undefined> {
  const progress = await askPage(bookId)
  if (!progress) return progress
  try {
    const known = await api.get('/api/v1/books/{book_id}/progression', { params: { book_id: bookId } })
    if (!known?.locator?.href) return progress
    const { position, totalProgression } = known.locator.locations ?? {}
    return {
      completed: progress.completed,
      updatedAt: known.modified,
      place: { page: position || progress.place.page, percentage: totalProgression ?? null, locator: known.locator },
    }
  } catch {
    return progress
  }
}
