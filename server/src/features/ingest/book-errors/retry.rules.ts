import { BOOK_ERROR_TYPES } from '@octavo/contract/formats'
import { z } from 'zod'
import type { BookScope } from '../analysis'

export const RETRY_TASK = 'retry_book_errors'

const Id = z.string().toLowerCase()

export const RetryPayload = z.object({
  errorType: z.enum(BOOK_ERROR_TYPES).optional(),
  libraryId: Id.optional(),
  /** Visible libraries of the requesting person, if limited. */
  libraryIds: z.array(Id).optional(),
})
export type RetryPayload = z.infer<typeof RetryPayload>

interface Libraries {
  readonly libraryIds?: readonly string[]
}

function librariesOf({ libraryId, libraryIds }: RetryPayload): Libraries {
  if (libraryId) return { libraryIds: [libraryId] }
  return libraryIds ? { libraryIds } : {}
}

/** Every problem except that of a cover requires reading the file. Does nothing if none is selected. */
export async function filesToRetry<T>(
  payload: RetryPayload,
  read: (scope: BookScope) => Promise<T>,
  nothing: T,
): Promise<T> {
  if (payload.errorType === 'thumbnail') return nothing
  return read({ ...librariesOf(payload), which: { withErrors: payload.errorType ?? null } })
}

/** The rest: books whose only problem is their cover. Does nothing if another type is selected. */
export async function coversToRetry<T>(
  payload: RetryPayload,
  make: (scope: Libraries & { readonly withErrors: 'only' | 'any' }) => Promise<T>,
  nothing: T,
): Promise<T> {
  if (payload.errorType && payload.errorType !== 'thumbnail') return nothing
  return make({ ...librariesOf(payload), withErrors: payload.errorType ? 'any' : 'only' })
}
