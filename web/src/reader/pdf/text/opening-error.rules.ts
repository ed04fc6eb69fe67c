import { ApiError } from '../../../api/api-error'

/** What Chromium, Firefox and Safari say of a file or module without an answer. pdf.js passes on only their words. */
const UNANSWERED =
  /^TypeError: (Failed to fetch|NetworkError|error loading dynamically|Load failed|Importing a module script failed)/

/** An error of pdf.js; as that of any other request if the file or pdf.js could not be fetched. */
export function openingError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if ('status' in error && typeof error.status === 'number' && error.status >= 400)
    return new ApiError(error.status, error.name, '')
  const words = 'details' in error ? String(error.details) : String(error)
  return UNANSWERED.test(words) ? new ApiError(0, 'Offline', 'The server cannot be reached') : error
}
