import type { RejectedMarkDto } from '@octavo/contract/mark'
import { ApiError } from '../api/api-error'
import type { CreateMarkRequest, MarkDto, UpdateMarkRequest } from '../api/types'
import type { UnsentPlace } from '../reader/progress/place.rules'

/** Why the server will never accept an entry. */
export interface Refusal {
  readonly status: number
  readonly message: string
  /** Facts for a sentence in the reader's language; absent in entries of earlier versions. */
  readonly details?: unknown
}

export const refusalFrom = ({ status, message, details }: ApiError): Refusal => ({ status, message, details })

export const errorFrom = ({ status, message, details }: Refusal): ApiError => new ApiError(status, '', message, details)

/** The refusal of one mark among several, as if it had been sent alone. */
export function refusalOfMark({ reason, message, max }: RejectedMarkDto): Refusal {
  if (reason === 'book_not_found') return { status: 404, message }
  const why = reason === 'too_long' ? 'text_long' : reason === 'too_many' ? 'list_long' : 'field_bad'
  return { status: 422, message, details: { reason: why, max } }
}

interface Entry {
  readonly userId: string
  /** Book id for a place, or mark id. */
  readonly id: string
  readonly bookId: string
  /** Milliseconds since 1970, by this device's clock. */
  readonly savedAt: number
  readonly refusal?: Refusal
}

export interface PlaceEntry extends Entry {
  readonly kind: 'place'
  readonly unsent: UnsentPlace
  /** The server has it: stored for reading without a network. */
  readonly sent: boolean
}

export type MarkChange =
  | { readonly action: 'create'; readonly mark: CreateMarkRequest; readonly progression: number }
  | { readonly action: 'change'; readonly change: UpdateMarkRequest }
  | { readonly action: 'delete' }

export type MarkEntry = Entry & { readonly kind: 'mark' } & MarkChange

/** A change that the server may not have yet: one entry for each book's place and for each mark. */
export type UnsentEntry = PlaceEntry | MarkEntry

export const isWaiting = (entry: UnsentEntry): boolean =>
  entry.refusal === undefined && !(entry.kind === 'place' && entry.sent)

/** The entry to store after a change by the reader. A refusal of the one before no longer counts. */
export function afterChange(was: UnsentEntry | undefined, change: UnsentEntry): UnsentEntry {
  if (change.kind === 'place') return change
  const { kind, userId, id, bookId } = change
  const before = was?.kind === 'mark' ? was : undefined
  const savedAt = Math.max(change.savedAt, (before?.savedAt ?? 0) + 1)
  return { kind, userId, id, bookId, savedAt, ...folded(before, change, new Date(savedAt).toISOString()) }
}

/** Whether a stored entry includes a change. The time of a place that was sent may be by the server's clock. */
export function hasChange(was: UnsentEntry | undefined, change: UnsentEntry): boolean {
  if (!was) return false
  const isOfServer = was.kind === 'place' && was.sent
  return isOfServer ? was.savedAt === change.savedAt : was.savedAt >= change.savedAt
}

/** The change to send for a mark after another one. */
export function folded(was: MarkChange | undefined, now: MarkChange, at: string): MarkChange {
  if (now.action === 'delete') return { action: 'delete' }
  if (now.action === 'create') {
    const mark = { ...now.mark, createdAt: now.mark.createdAt ?? at, updatedAt: at }
    return { action: 'create', progression: now.progression, mark }
  }
  const change = { ...now.change, updatedAt: at }
  if (was?.action === 'create') {
    const mark = { ...was.mark, ...withoutUndefined(change) } as CreateMarkRequest
    return { action: 'create', progression: was.progression, mark }
  }
  if (was?.action === 'change') return { action: 'change', change: { ...was.change, ...withoutUndefined(change) } }
  return { action: 'change', change }
}

/** A book's marks including unsent changes. */
export function withUnsent(marks: readonly MarkDto[], entries: readonly MarkEntry[]): MarkDto[] {
  const changed = new Map(entries.filter(entry => entry.refusal === undefined).map(entry => [entry.id, entry]))
  const known = new Set(marks.map(({ id }) => id))
  const shown = marks.flatMap(mark => {
    const entry = changed.get(mark.id)
    if (entry?.action === 'delete') return []
    return [entry?.action === 'change' ? ({ ...mark, ...entry.change } as MarkDto) : mark]
  })
  const made = [...changed.values()].flatMap(entry =>
    entry.action === 'create' && !known.has(entry.id)
      ? [markOf(entry.bookId, entry.id, entry.mark, entry.progression)]
      : [],
  )
  return [...shown, ...made].sort((a, b) => a.progression - b.progression)
}

/** A new mark in the format of the server's answer. */
export function markOf(bookId: string, id: string, mark: CreateMarkRequest, progression: number): MarkDto {
  const now = new Date().toISOString()
  const { createdAt = now, rects = [], fileHash: _, ...given } = mark
  const quote = mark.quote ?? mark.locator?.text?.highlight ?? null
  return {
    ...{ color: null, note: null, page: null, region: null, locator: null, stale: false, updatedAt: now },
    ...given,
    ...{ id, bookId, progression, quote, rects, createdAt },
  } as MarkDto
}

function withoutUndefined<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<T>
}
