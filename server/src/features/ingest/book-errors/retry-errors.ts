import type { RetryErrorsResponse } from '@octavo/contract/book-error'
import type { BookErrorType } from '@octavo/contract/formats'
import type { Reader } from '../../../db'
import { refused } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { askForTask, type TaskRequests } from '../../../platform/task-requests'
import { BOOK_PLACE, findBook } from '../../catalogue/books'
import { countCoverBooks, coverTasks } from '../../catalogue/covers'
import { requireWholeLibrary, visibleLibraryIds } from '../../people/access'
import { bookAnalysis, countWaitingBooks } from '../analysis'
import { errorsOfBooks } from './book-errors.queries'
import { coversToRetry, filesToRetry, RETRY_TASK, type RetryPayload } from './retry.rules'

export interface RetryDeps extends TaskRequests {
  readonly reader: Reader
}

/**
 * Retries everything that failed with one book, ignored or not. Reading the file makes its cover too, so there is
 * always one task; for a book whose only problem is its cover, only the cover is made.
 * @throws NotFound
 * @throws BadRequest if it has no error, or none of the given types
 */
export async function retryBook(
  deps: RetryDeps,
  viewer: Viewer,
  id: string,
  errorTypes: readonly BookErrorType[] | null | undefined,
): Promise<RetryErrorsResponse> {
  const book = await findBook(deps.reader, viewer, BOOK_PLACE, id)
  const found = ((await errorsOfBooks(deps.reader, [book.pk])).get(book.pk) ?? []).map(error => error.error_type)
  const wanted = errorTypes ? found.filter(type => errorTypes.includes(type)) : found
  if (wanted.length === 0) throw refused('BadRequest', 'changed_since', 'This book has no errors to retry')
  const coverOnly = book.analyzed && wanted.every(type => type === 'thumbnail')
  const task = coverOnly ? coverTasks.bookCoverMaking(book.id, true) : bookAnalysis(book.id, true)
  await askForTask(deps, viewer, task, { action: 'book_errors_retried', details: { errorTypes: wanted } })
  return { tasksEnqueued: 1, message: coverOnly ? 'The cover is made again' : 'The file is read again' }
}

/**
 * Retries everything that failed with all visible books, optionally of one type or library. It is one task;
 * `tasksEnqueued` is the number of files to read plus covers to make.
 * @throws NotFound for an unknown library
 */
export async function retryAll(
  deps: RetryDeps,
  viewer: Viewer,
  request: { readonly errorType?: BookErrorType | null | undefined; readonly libraryId?: string | null | undefined },
): Promise<RetryErrorsResponse> {
  if (request.libraryId) await requireWholeLibrary(deps.reader, viewer, request.libraryId, 'Library')
  const libraryIds = request.libraryId ? undefined : await visibleLibraryIds(deps.reader, viewer)
  const payload: RetryPayload = {
    ...(request.errorType && { errorType: request.errorType }),
    ...(request.libraryId && { libraryId: request.libraryId.toLowerCase() }),
    ...(libraryIds && { libraryIds }),
  }
  const [files, covers] = await Promise.all([
    filesToRetry(payload, scope => countWaitingBooks(deps.reader, scope), 0),
    coversToRetry(payload, scope => countCoverBooks(deps.reader, scope), 0),
  ])
  if (files + covers === 0) return { tasksEnqueued: 0, message: 'There is nothing to retry' }
  const task = { type: RETRY_TASK, payload: { ...payload }, priority: 495 }
  const details = { files, covers, ...(request.errorType && { errorTypes: [request.errorType] }) }
  await askForTask(deps, viewer, task, { action: 'book_errors_retried', details })
  return { tasksEnqueued: files + covers, message: sentence(files, covers) }
}

function sentence(files: number, covers: number): string {
  const parts = [
    ...(files > 0 ? [`${files} ${files === 1 ? 'file is' : 'files are'} read again`] : []),
    ...(covers > 0 ? [`${covers} ${covers === 1 ? 'cover is' : 'covers are'} made again`] : []),
  ]
  return parts.join(', ')
}
