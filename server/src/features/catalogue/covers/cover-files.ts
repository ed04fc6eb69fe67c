import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../kernel/app-error'
import { newId } from '../../../kernel/ids'
import type { ArtefactStore } from '../../../platform/artefact-store'

/** The owner of a cover: a series' own cover, not that of a book. */
export type Owner =
  | { readonly bookId: string }
  | { readonly seriesId: string }
  | { readonly libraryId: string }
  | { readonly nameId: string }

/** The stored picture of an added cover, from which crops and sizes are made. */
export interface MasterName {
  readonly coverId: string
  /** Derived from its bytes. */
  readonly hash: string
}

/** Identifies a cover by content: for one book, series, library or name, a version always means the same thumbnail. */
export type CoverName = Owner & { readonly version: string }

/** The thumbnails of books and series, wherever they are stored. */
export interface Covers {
  /** Creates the folder of drafts; a parser process creates it itself. */
  prepare(): Promise<void>
  /** A unique local path where a parser process may write a thumbnail. */
  draft(): string
  /**
   * Moves drafts to their final paths. Call it before the transaction that stores the versions, so that every
   * referenced cover exists; unreferenced versions are never shown.
   */
  publish(covers: readonly (CoverName & { readonly draft: string })[]): Promise<void>
  discard(drafts: readonly string[]): Promise<void>
  /** Null if missing. @throws AppError ServiceUnavailable when the storage does not answer */
  open(cover: CoverName): Promise<Blob | null>
  /** Whether there is one. @throws AppError ServiceUnavailable when the storage does not answer */
  has(cover: CoverName): Promise<boolean>
  /** The same for pictures of added covers: no other subject uses them, so only deleting the cover removes one. */
  publishMaster(master: MasterName & { readonly draft: string }): Promise<void>
  openMaster(master: MasterName): Promise<Blob | null>
  removeMasters(masters: readonly MasterName[]): Promise<void>
  /** Deletes versions that are no longer referenced; call it after the commit. The clean-up removes what fails here. */
  remove(covers: readonly (Owner & { readonly version: string | null })[]): Promise<void>
}

const FOLDERS = {
  books: 'thumbnails/books/',
  series: 'thumbnails/series/',
  libraries: 'thumbnails/libraries/',
  names: 'thumbnails/names/',
  masters: 'covers/',
} as const
/** Concurrent moves: enough to let the disk flush many at once. */
const PUBLISHED_AT_ONCE = 16

export function createCovers({ store, dataDir }: { readonly store: ArtefactStore; readonly dataDir: string }): Covers {
  /** Thumbnails had no version in their names before 0.2; such a file belongs to the row as long as it exists. */
  const unversionedFile = (bookId: string) => join(dataDir, FOLDERS.books, bookId.slice(-2), `${bookId}.jpg`)

  const drafts = join(dataDir, 'cache', 'drafts')

  async function adoptUnversioned(cover: CoverName): Promise<Blob | null> {
    if (!('bookId' in cover)) return null
    const file = unversionedFile(cover.bookId)
    if (!(await Bun.file(file).exists())) return null
    // Another request may be moving it at the same time.
    await store.put(coverKey(cover), file).catch(error => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    })
    return store.open(coverKey(cover))
  }

  return {
    async prepare() {
      await mkdir(drafts, { recursive: true, mode: 0o700 })
    },
    draft: () => join(drafts, `${newId()}.jpg`),
    async publish(covers) {
      for (let at = 0; at < covers.length; at += PUBLISHED_AT_ONCE) {
        const part = covers.slice(at, at + PUBLISHED_AT_ONCE)
        await Promise.all(part.map(cover => store.put(coverKey(cover), cover.draft))).catch(error => {
          // For a task, an AppError is final; an unavailable storage comes back, so the task must be retried.
          throw error instanceof AppError ? new Error(error.message, { cause: error }) : error
        })
      }
    },
    async discard(drafts) {
      await Promise.all(drafts.map(draft => rm(draft, { force: true })))
    },
    has: async cover =>
      (await store.exists(coverKey(cover))) ||
      ('bookId' in cover && (await Bun.file(unversionedFile(cover.bookId)).exists())),
    open: async cover => (await store.open(coverKey(cover))) ?? (await adoptUnversioned(cover)),
    publishMaster: ({ draft, ...master }) => store.put(masterKey(master), draft),
    openMaster: master => store.open(masterKey(master)),
    removeMasters: masters => store.remove(masters.map(masterKey)).catch(() => undefined),
    async remove(covers) {
      for (const cover of covers) if ('bookId' in cover) await rm(unversionedFile(cover.bookId), { force: true })
      const keys = covers.flatMap(({ version, ...owner }) => (version ? [coverKey({ ...owner, version })] : []))
      await store.remove(keys).catch(() => undefined)
    },
  }
}

/** Ids begin with the time, so their last two digits spread the files. */
export function coverKey(cover: CoverName): string {
  const [folder, id] = placeOf(cover)
  return `${folder}${id.slice(-2)}/${id}-${cover.version}.jpg`
}

function placeOf(owner: Owner): readonly [string, string] {
  if ('bookId' in owner) return [FOLDERS.books, owner.bookId]
  if ('nameId' in owner) return [FOLDERS.names, owner.nameId]
  return 'seriesId' in owner ? [FOLDERS.series, owner.seriesId] : [FOLDERS.libraries, owner.libraryId]
}

function masterKey({ coverId, hash }: MasterName): string {
  return `${FOLDERS.masters}${coverId.slice(-2)}/${coverId}-${hash}.jpg`
}
