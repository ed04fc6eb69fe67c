import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../kernel/app-error'
import { newId } from '../../kernel/ids'
import type { ArtefactStore } from '../../platform/artefacts'

/** A cover by its content: of one book, one version has one thumbnail for ever. */
export interface CoverName {
  readonly bookId: string
  readonly version: string
}

/** The thumbnails of books, wherever they are stored. */
export interface Covers {
  /** A path on this machine where a parser process may write a thumbnail; given to nobody else. */
  draft(): string
  /**
   * Moves drafts to their places. Call it before the transaction that names the versions, so that a named cover is
   * always there; a version that no row names in the end is shown to nobody.
   */
  publish(covers: readonly (CoverName & { readonly draft: string })[]): Promise<void>
  discard(drafts: readonly string[]): Promise<void>
  /** Null when there is none. @throws AppError ServiceUnavailable when the storage does not answer */
  open(cover: CoverName): Promise<Blob | null>
  /** Whether there is one. @throws AppError ServiceUnavailable when the storage does not answer */
  has(cover: CoverName): Promise<boolean>
  /**
   * Takes versions away that no row names any more; call it after the commit. A book without a cover has none.
   * What cannot be removed now is shown to nobody, and left to the clean-up.
   */
  remove(covers: readonly { readonly bookId: string; readonly version: string | null }[]): Promise<void>
}

const FOLDER = 'thumbnails/books/'
/** Moves at the same time: enough for the disk to flush many at once. */
const PUBLISHED_AT_ONCE = 16

export function createCovers({ store, dataDir }: { readonly store: ArtefactStore; readonly dataDir: string }): Covers {
  /** Thumbnails had no version in their names before 0.2; such a one belongs to the row as long as it lies there. */
  const unversionedFile = (bookId: string) => join(dataDir, FOLDER, bookId.slice(-2), `${bookId}.jpg`)

  async function adoptUnversioned(cover: CoverName): Promise<Blob | null> {
    const file = unversionedFile(cover.bookId)
    if (!(await Bun.file(file).exists())) return null
    // Another request may move it at the same time.
    await store.put(coverKey(cover), file).catch(error => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    })
    return store.open(coverKey(cover))
  }

  return {
    draft: () => join(dataDir, 'cache', 'drafts', `${newId()}.jpg`),
    async publish(covers) {
      for (let at = 0; at < covers.length; at += PUBLISHED_AT_ONCE) {
        const part = covers.slice(at, at + PUBLISHED_AT_ONCE)
        await Promise.all(part.map(cover => store.put(coverKey(cover), cover.draft))).catch(error => {
          // To a task an AppError is final; a storage that is away comes back, so the task is to be tried again.
          throw error instanceof AppError ? new Error(error.message, { cause: error }) : error
        })
      }
    },
    async discard(drafts) {
      await Promise.all(drafts.map(draft => rm(draft, { force: true })))
    },
    has: async cover =>
      (await store.exists(coverKey(cover))) || (await Bun.file(unversionedFile(cover.bookId)).exists()),
    open: async cover => (await store.open(coverKey(cover))) ?? (await adoptUnversioned(cover)),
    async remove(covers) {
      for (const { bookId } of covers) await rm(unversionedFile(bookId), { force: true })
      const keys = covers.flatMap(({ bookId, version }) => (version ? [coverKey({ bookId, version })] : []))
      await store.remove(keys).catch(() => undefined)
    },
  }
}

/** Ids begin with the time, so their last two digits spread the files. */
export function coverKey({ bookId, version }: CoverName): string {
  return `${FOLDER}${bookId.slice(-2)}/${bookId}-${version}.jpg`
}
