import { createBoundedMap } from '../../kernel/bounded-map'
import type { Logger } from '../../kernel/log'
import type { CoverName } from './cover-files'
import type { CoverWork } from './cover-work.types'
import { coverBooks } from './coverless-books.queries'
import { makeCover } from './make-cover'

/** Covers that a row names and that lie nowhere: the folder was removed, or the storage lost them. */
export interface MissingCovers {
  /** Makes it again, once however many ask at the same time. */
  makeAgain(cover: CoverName): Promise<void>
}

/** A cover that could not be made is not tried again at every request. */
const TRIED_AGAIN_MS = 60_000

export function createMissingCovers(deps: CoverWork & { readonly log: Logger }): MissingCovers {
  const making = new Map<string, Promise<void>>()
  const failed = createBoundedMap<number>(10_000)

  async function make(key: string, { bookId, version }: CoverName): Promise<void> {
    const { value: book } = await coverBooks(deps.connection.reader, { bookIds: [bookId] }).next()
    // Another one has taken its place since the row was read.
    const current = book && book.cover_version !== version ? book.cover_version : null
    if (current !== null && (await deps.covers.has({ bookId, version: current }))) return
    const made = book && (await makeCover(deps, book, deps.connection.write))
    const outcome = made?.outcome ?? 'failed'
    deps.log.info({ book: bookId, outcome }, 'a cover was missing')
    if (outcome !== 'made') failed.set(key, deps.now())
  }

  return {
    makeAgain(cover) {
      const { bookId, version } = cover
      const key = `${bookId} ${version}`
      const running = making.get(key)
      if (running) return running
      const failedAt = failed.get(key)
      if (failedAt !== undefined && deps.now() - failedAt < TRIED_AGAIN_MS) return Promise.resolve()
      const work = make(key, cover).finally(() => making.delete(key))
      making.set(key, work)
      return work
    },
  }
}
