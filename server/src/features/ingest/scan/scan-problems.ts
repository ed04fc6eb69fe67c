import type { ScanProblemDto } from '@octavo/contract/scan'
import type { FileProblem } from '../../../formats/facts'
import { shownDetails } from '../../../formats/problem'
import type { Absence } from './absence.rules'

/** A problem of a book's file or a cover image, as reports show it. */
export function fileProblem(
  kind: 'book' | 'book_unchanged' | 'cover_image',
  place: Pick<ScanProblemDto, 'folder' | 'path'>,
  { errorType, reason, details, message }: FileProblem,
): ScanProblemDto {
  const stays = kind === 'book_unchanged' ? ' What is already known about it stays.' : ''
  return {
    kind,
    ...place,
    file: { errorType, reason, ...(details && { details: shownDetails(details) }) },
    message: `${place.path}: ${message}${stays}`,
  }
}

/** Missing books of one place of a library folder. */
export function missingBooks(folder: string, { path, reason, books, message }: Absence): ScanProblemDto {
  return { kind: 'missing', folder, path, absence: reason, count: books, message }
}

/** The problems of a stored report. Those of older versions are sentences. */
export function readProblems(text: string): ScanProblemDto[] {
  const stored = JSON.parse(text) as readonly (string | ScanProblemDto)[]
  return stored.map(one => (typeof one === 'string' ? { kind: 'other', message: one } : one))
}
