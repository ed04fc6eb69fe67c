import { basename } from 'node:path'
import { AppError, notFound } from '../../../kernel/app-error'
import type { Logger } from '../../../kernel/log'
import type { Viewer } from '../../../kernel/viewer'
import { deleteFromDisk, refusedFile } from './delete-confirmed'
import type { DeletionDeps } from './delete-files'
import { type DoomedBook, doomedBooks } from './doomed-books.queries'
import { planDeletion } from './plan-deletion'

export type OtherFile = DoomedBook

/**
 * Files of books that a merge will replace; call it before the merge.
 * @throws NotFound; Conflict if the remaining file or one of the others has changed since its scan
 */
export async function othersToDelete(
  { reader }: Pick<DeletionDeps, 'reader'>,
  viewer: Viewer,
  keepId: string,
  ids: readonly string[],
): Promise<readonly OtherFile[]> {
  const [keep] = await doomedBooks(reader, viewer, { bookIds: [keepId] })
  const others = await doomedBooks(reader, viewer, { bookIds: ids })
  if (!keep || others.length < ids.length) throw notFound('Book')
  const { spared } = await planDeletion([keep, ...others])
  const [problem] = spared
  if (problem) throw refusedFile({ ...problem, reason: `${problem.path}: ${problem.reason}` })
  return others
}

/** The reason of a failure for a person: the message of an expected error, otherwise the code of the fault, which is logged. */
export function problemOf(error: unknown, log: Pick<Logger, 'error'>): string {
  if (error instanceof AppError) return error.message
  log.error({ err: error }, 'books could not be merged')
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown }
  return `This failed unexpectedly (${typeof code === 'string' ? code : String(name ?? 'Error')})`
}

/** Deletes them from the disk one by one; failed ones stay. */
export async function deleteOthers(
  deps: DeletionDeps & { readonly log: Pick<Logger, 'error'> },
  viewer: Viewer,
  others: readonly OtherFile[],
): Promise<{ readonly files: number; readonly size: number; readonly problem: string | null }> {
  let [files, size] = [0, 0]
  let problem: string | null = null
  for (const book of others) {
    const confirm = basename(book.path)
    const subject = { kind: 'book', id: book.id, name: book.title, confirm } as const
    try {
      const done = await deleteFromDisk(deps, viewer, subject, [book], { confirm })
      files += done.files
      size += done.size
    } catch (error) {
      problem ??= problemOf(error, deps.log)
    }
  }
  return { files, size, problem }
}
