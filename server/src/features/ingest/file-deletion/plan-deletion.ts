import type { SparedFileDto } from '@octavo/contract/file-deletion'
import type { DoomedBook } from './doomed-books.queries'
import { type DoomedFile, type FolderNames, filesOf, Spared } from './files-on-disk'

/** Files to delete with each book, and those that cannot be deleted. */
export interface DeletionPlan {
  readonly books: readonly DoomedBook[]
  readonly doomed: readonly { readonly book: DoomedBook; readonly files: readonly DoomedFile[] }[]
  readonly spared: readonly SparedFileDto[]
}

/** Reads the disk; changes nothing. */
export async function planDeletion(books: readonly DoomedBook[]): Promise<DeletionPlan> {
  const doomed: { book: DoomedBook; files: DoomedFile[] }[] = []
  const spared: SparedFileDto[] = []
  const folders: FolderNames = new Map()
  for (const book of books) {
    try {
      doomed.push({ book, files: await filesOf(book, folders) })
    } catch (error) {
      if (!(error instanceof Spared)) throw error
      spared.push({ path: book.path, reason: error.message, why: error.why })
    }
  }
  return { books, doomed, spared }
}
