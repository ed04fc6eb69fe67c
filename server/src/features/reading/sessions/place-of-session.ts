import { Progression } from '@octavo/contract/publication'
import type { ReadingSessionDto } from '@octavo/contract/reading-session'
import { type Place, placeOf, reports } from '../progress'
import type { Rejection, SessionBook } from './sessions.rules'

/** The place at the end of a session; null if it has none. A `reset` marks the book as unread. */
export async function placeOfSession(
  { kind, toPage, toPercentage, r2Progression }: ReadingSessionDto,
  book: SessionBook,
  spine: () => ReturnType<typeof reports.findSpine>,
): Promise<{ readonly place: Place | null } | Rejection | null> {
  if (kind === 'reset') return { place: null }
  const exact = r2Progression == null ? null : await exactPlace(r2Progression, book, await spine())
  if (exact !== null && 'reason' in exact) return exact
  const { page_count } = book
  const place = exact ?? coarsePlace(toPage ?? null, toPercentage ?? null, page_count)
  if (kind === 'completed') return { place: place ? { ...place, completed: true } : reports.endOf(book) }
  return place && { place }
}

function coarsePlace(page: number | null, percentage: number | null, pageCount: number): Place | null {
  if (page === null && percentage === null) return null
  const ofShare = Math.max(1, Math.min(pageCount, Math.floor((percentage ?? 0) * pageCount) + 1))
  return placeOf({ currentPage: page ?? ofShare, progressPercentage: percentage }, pageCount)
}

function exactPlace(
  text: string,
  book: SessionBook,
  spine: Awaited<ReturnType<typeof reports.findSpine>>,
): Place | Rejection {
  const wrong = (message: string): Rejection => ({ reason: 'invalid_measurement', member: 'r2Progression', message })
  const parsed = Progression.safeParse(jsonOf(text))
  if (!parsed.success) return wrong('Not a progression document')
  const place = reports.placeOfProgression(parsed.data, spine, book.page_count)
  return place ?? wrong('The href of this locator is not part of the book')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
