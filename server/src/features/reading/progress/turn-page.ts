import { AppError } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { findReadableBook } from './progress.queries'
import { placeOf } from './progress.rules'
import type { ProgressDeps } from './progress-deps'
import { savePlace } from './save-place'
import { sourceOf } from './source'

/** A page that an app shows without reporting it: its request is the report. Nothing for those who may not write places. */
export async function turnPage(
  deps: ProgressDeps,
  { viewer, request }: { readonly viewer: Viewer; readonly request: Request },
  bookId: string,
  page: number,
): Promise<void> {
  if (!viewer.permissions.has('progress-write') || viewer.pass?.seenBy !== undefined) return
  const book = await findReadableBook(deps.reader, viewer, bookId)
  const place = placeOf({ currentPage: page, progressPercentage: null, completed: null }, book.page_count)
  try {
    await savePlace(deps, viewer, book, { ...sourceOf(request, viewer), readAt: null, deliberate: false, place })
  } catch (error) {
    // The page is sent all the same.
    if (!(error instanceof AppError && error.code === 'Conflict')) throw error
  }
}
