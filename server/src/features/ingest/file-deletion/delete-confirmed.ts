import type { BulkFileDeletionDto } from '@octavo/contract/bulk-file-deletion'
import type { DeleteFilesRequest, FileDeletionDto, SparedFileDto } from '@octavo/contract/file-deletion'
import type { Refusal } from '@octavo/contract/refusals'
import { type AppError, refused } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { type Deleted, type DeletionDeps, type DeletionSubject, deletePlanned } from './delete-files'
import type { DoomedBook } from './doomed-books.queries'
import { type DeletionPlan, planDeletion } from './plan-deletion'

/** Maximum number of files, or of reasons, in a response. */
export const MOST_SHOWN = 500

const REFUSED_WHY: Readonly<Record<SparedFileDto['why'], Refusal>> = {
  changed: 'file_changed',
  gone: 'file_changed',
  no_rights: 'file_protected',
  read_only: 'file_protected',
  image_folder: 'file_special',
  linked_path: 'file_special',
  not_a_file: 'file_special',
  failed: 'file_undeletable',
}

/** The refusal to delete a file, with the reason why it is spared. */
export function refusedFile({ why, reason }: SparedFileDto): AppError {
  return refused('Conflict', REFUSED_WHY[why], reason)
}

/** What a request repeats before anything is deleted. */
export interface Confirmed {
  readonly confirm: string
}

/**
 * Deletes the files of a book or series.
 * @throws BadRequest without the right confirmation; Conflict if nothing could be deleted
 */
export async function deleteFromDisk(
  deps: DeletionDeps,
  viewer: Viewer,
  { confirm: expected, ...subject }: DeletionSubject & Confirmed,
  books: readonly DoomedBook[],
  { confirm, removeEmptyFolder = false }: DeleteFilesRequest,
): Promise<FileDeletionDto> {
  requireConfirmation(expected, confirm)
  const { auditId, ...done } = await deletePlanned(deps, viewer, subject, await planDeletion(books), removeEmptyFolder)
  if (auditId === null || done.books === 0) {
    const [first] = done.spared
    throw first ? refusedFile(first) : refused('Conflict', 'file_changed', 'There is no file to delete')
  }
  return { auditId, ...done, message: null }
}

/**
 * Deletes the files of a selection, with one entry in the log per library. Those that could not be deleted are in the
 * result.
 * @throws BadRequest unless the number of books is repeated: a series may have more of them than were shown
 */
export async function deleteManyFromDisk(
  deps: DeletionDeps,
  viewer: Viewer,
  books: readonly DoomedBook[],
  { confirm, removeEmptyFolder = false }: DeleteFilesRequest,
): Promise<BulkFileDeletionDto> {
  const plans: DeletionPlan[] = []
  for (const part of Map.groupBy(books, book => book.library_pk).values()) plans.push(await planDeletion(part))
  const count = plans.reduce((total, { doomed }) => total + doomed.length, 0)
  // Files may have changed since the preview: fewer are deleted than were confirmed, never more.
  const isConfirmed = /^\d+$/.test(confirm.trim()) && +confirm >= count && +confirm <= books.length
  if (!isConfirmed) requireConfirmation(String(count), confirm)
  const parts: Deleted[] = []
  for (const plan of plans) {
    parts.push(await deletePlanned(deps, viewer, subjectOf(plan.books), plan, removeEmptyFolder))
  }
  const sum = (of: (part: Deleted) => number) => parts.reduce((total, part) => total + of(part), 0)
  const spared = parts.flatMap(part => part.spared)
  return {
    books: sum(part => part.books),
    files: sum(part => part.files),
    size: sum(part => part.size),
    foldersRemoved: parts.flatMap(part => part.foldersRemoved),
    failed: books.length - sum(part => part.books),
    spared: spared.slice(0, MOST_SHOWN),
  }
}

function requireConfirmation(expected: string, given: string): void {
  if (given.normalize().trim() === expected.normalize().trim()) return
  const message = `confirm: repeat the name of what is to be deleted: ${expected}`
  throw refused('BadRequest', 'confirm_differs', message, { path: 'confirm', name: expected })
}

/** The book, series or library of books of one library. */
function subjectOf(books: readonly DoomedBook[]): DeletionSubject {
  const [first, ...rest] = books
  if (!first) throw new Error('A deletion is of at least one book')
  if (rest.length === 0) return { kind: 'book', id: first.id, name: first.title }
  return rest.every(book => book.series_pk === first.series_pk)
    ? { kind: 'series', id: first.series_id, name: first.series_title }
    : { kind: 'library', id: first.library_id, name: first.library_name }
}
