import type { BookErrorType } from '@octavo/contract/formats'
import type { FileProblem, ProblemReason } from './facts'

type Details = NonNullable<FileProblem['details']>

export function fileProblem(
  errorType: BookErrorType,
  reason: ProblemReason,
  message: string,
  details?: Details,
): FileProblem {
  return details === undefined ? { errorType, reason, message } : { errorType, reason, message, details }
}

/** As the contract has them: `page` is a name there; checks of whole files store the number. */
export function shownDetails({ page, ...details }: Details): Details {
  if (page === undefined) return details
  return typeof page === 'number' ? { pageNumber: page, ...details } : { page, ...details }
}

/** Carries a problem out of nested parsing; used only within formats and workers. */
export class FileProblemError extends Error {
  constructor(readonly problem: FileProblem) {
    super(problem.message)
    this.name = 'FileProblemError'
  }
}

/** Throws; the type of the problem is decided here, where it is known. */
export function refuse(errorType: BookErrorType, reason: ProblemReason, message: string, details?: Details): never {
  throw new FileProblemError(fileProblem(errorType, reason, message, details))
}

let shortOfMemory = false

/**
 * True once an allocation failed in this process: earlier files may have used up the memory, so the process must end.
 */
export function isShortOfMemory(): boolean {
  return shortOfMemory
}

/** Throws: the file needs more memory than is available to this process. */
export function refuseForMemory(errorType: BookErrorType, message: string): never {
  shortOfMemory = true
  return refuse(errorType, 'resource', message)
}

/** The problem in an error, else `fallback` with the library's message as a detail. */
export function problemOf(error: unknown, fallback: FileProblem): FileProblem {
  if (error instanceof FileProblemError) return error.problem
  if (error instanceof RangeError && error.message === 'Out of memory') {
    shortOfMemory = true
    return { ...fallback, reason: 'resource', message: 'The file asks for more memory than a parser may use.' }
  }
  const said = error instanceof Error ? error.message : String(error)
  return { ...fallback, details: { ...fallback.details, said: printable(said).slice(0, 200) } }
}

/**
 * The same problem in another context: a broken entry is a broken page for a page, broken metadata for metadata, and a
 * broken book if the book depends on it.
 */
export function asType(errorType: BookErrorType, found: FileProblem): FileProblem {
  const isBroken = found.reason === 'corrupt' || found.reason === 'page-corrupt'
  return { ...found, errorType, ...(isBroken && { reason: BROKEN[errorType] ?? 'page-corrupt' }) }
}

const BROKEN: Partial<Record<BookErrorType, ProblemReason>> = { metadata: 'metadata', parser: 'corrupt' }

/** Text from a file made safe for logs and headers: no control characters, no bidirectional overrides. */
export function printable(text: string): string {
  return UNPRINTABLE.test(text) ? text.replace(UNPRINTABLE_ALL, '\uFFFD') : text
}

/** Text from a file in its own order: nothing in it reverses what follows. */
export function withoutOverrides(text: string): string {
  return text.replace(OVERRIDES, '')
}

const OVERRIDES = /[\u202A-\u202E\u2066-\u2069]/g
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/u
const UNPRINTABLE_ALL = new RegExp(UNPRINTABLE, 'gu')
