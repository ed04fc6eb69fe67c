import { LRUCache } from 'lru-cache'
import type { Logger } from '../../../kernel/log'
import { makeChosenAgain } from './chosen-files'
import { type CoverName, coverKey } from './cover-files'
import type { CoverWork } from './cover-work.types'
import { coverBooks } from './coverless-books.queries'
import { makeCover } from './make-cover'
import { makeSeriesCoverAgain } from './make-series-cover'
import { seriesOfImages } from './series-images.queries'

/** Makes referenced covers again whose files are lost, for example with their folder. */
export interface MissingCovers {
  /** Makes it again, once for concurrent requests. */
  makeAgain(cover: CoverName): Promise<void>
}

/** A failed cover is not retried for every request. */
const TRIED_AGAIN_MS = 60_000

export function createMissingCovers(deps: CoverWork & { readonly log: Logger }): MissingCovers {
  const making = new Map<string, Promise<void>>()
  const failed = new LRUCache<string, number>({ max: 10_000 })

  async function makeOfBook({ bookId, version }: CoverName & { readonly bookId: string }): Promise<string | null> {
    const { value: book } = await coverBooks(deps.connection.reader, { bookIds: [bookId] }).next()
    // Another cover has replaced it since the row was read.
    const current = book && book.cover_version !== version ? book.cover_version : null
    if (current !== null && (await deps.covers.has({ bookId, version: current }))) return null
    const made = book && (await makeCover(deps, book, deps.connection.write))
    return made?.outcome ?? 'failed'
  }

  async function makeOfSeries({
    seriesId,
    version,
  }: CoverName & { readonly seriesId: string }): Promise<string | null> {
    const [series] = await seriesOfImages(deps.connection.reader, { seriesIds: [seriesId] })
    if (!series) return 'failed'
    return series.cover_version === version ? (await makeSeriesCoverAgain(deps, series)).outcome : null
  }

  async function outcomeOf(cover: CoverName): Promise<string | null> {
    if (await makeChosenAgain(deps, cover)) return 'made'
    if ('libraryId' in cover || 'nameId' in cover) return 'failed'
    return 'bookId' in cover ? makeOfBook(cover) : makeOfSeries(cover)
  }

  async function make(key: string, cover: CoverName): Promise<void> {
    const outcome = await outcomeOf(cover)
    if (outcome === null) return
    deps.log.info({ ...cover, outcome }, 'missing cover')
    if (outcome !== 'made') failed.set(key, deps.now())
  }

  return {
    makeAgain(cover) {
      const key = coverKey(cover)
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
