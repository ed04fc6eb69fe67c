import { BOOK_ERROR_TYPES } from '@octavo/contract/formats'
import { z } from 'zod'
import type { BookScope } from '../analysis'

export const RETRY_TASK = 'retry_book_errors'

const Id = z.string().toLowerCase()

export const RetryPayload = z.object({
  errorType: z.enum(BOOK_ERROR_TYPES).optional(),
  libraryId: Id.optional(),
  /** Where the person who asks may see only some libraries. */
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

/** Every problem but that of a cover asks for the file to be read. Does nothing when none is asked for. */
export async function filesToRetry<T>(
  payload: RetryPayload,
  read: (scope: BookScope) => Promise<T>,
  nothing: T,
): Promise<T> {
  if (payload.errorType === 'thumbnail') return nothing
  return read({ ...librariesOf(payload), which: { withErrors: payload.errorType ?? null } })
}

/** What is left after that: books whose only problem is their cover. Does nothing when another type is asked for. */
export async function coversToRetry<T>(
  payload: RetryPayload,
  make: (scope: Libraries & { readonly withErrors: 'only' | 'any' }) => Promise<T>,
  nothing: T,
): Promise<T> {
  if (payload.errorType && payload.errorType !== 'thumbnail') return nothing
  return make({ ...librariesOf(payload), withErrors: payload.errorType ? 'any' : 'only' })
}
