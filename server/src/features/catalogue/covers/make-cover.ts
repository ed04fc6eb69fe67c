import { join } from 'node:path'
import type { Tx } from '../../../db'
import type { BookFacts, FileProblem } from '../../../formats/facts'
import { bookStore } from '../books'
import { refreshSeries } from '../series'
import { makeChosenAgain } from './chosen-files'
import type { Covers } from './cover-files'
import { coverVersion } from './cover-version.rules'
import type { CoverlessBook, CoverWork } from './cover-work.types'

/** The result of making a cover, with the bytes read from the file. */
export interface MadeCover {
  readonly outcome: 'made' | 'failed' | 'changed'
  /** Why it failed. */
  readonly problem: FileProblem | null
  readonly bytes: number
}

/**
 * Reads a book's file for its cover only; pages, metadata and errors of other types stay as they are, as does a locked
 * cover. A file that has changed since its analysis is left to the next scan. `write` is the one transaction that
 * stores the cover's version.
 */
export async function makeCover(
  deps: CoverWork,
  book: CoverlessBook,
  write: (work: (tx: Tx) => Promise<void>) => Promise<void>,
): Promise<MadeCover> {
  const { pool, covers, now } = deps
  if (book.isLocked && book.cover_version !== null) return lockedCover(deps, book, book.cover_version)
  const draft = covers.draft()
  try {
    const facts = await pool.analyze({ path: join(book.folder_path, book.path), thumbnailTarget: draft })
    const bytes = facts.stamp.size
    if (isAnother(book, facts)) return { outcome: 'changed', problem: null, bytes }
    const version = coverVersion(facts)
    const found = facts.errors.find(({ errorType }) => errorType === 'thumbnail') ?? null
    if (version !== null) await covers.publish([{ bookId: book.id, version, draft }])
    if (version === null || version !== book.cover_version || book.hasError) {
      const cover =
        version === null ? await existingCover(covers, book) : { version, thumbHash: facts.cover?.thumbHash ?? null }
      await write(async tx => {
        await bookStore.saveCover(tx, book.pk, cover, now())
        await bookStore.saveBookErrors(tx, book.pk, found ? [found] : [], now(), 'thumbnail')
        bookStore.publishBookCover(tx, book)
        await refreshSeries(tx, [book.series_pk], now(), new Set([book.pk]))
      })
    }
    if (version !== null && book.cover_version !== null && book.cover_version !== version) {
      await covers.remove([{ bookId: book.id, version: book.cover_version }])
    }
    return { outcome: version === null ? 'failed' : 'made', problem: found, bytes }
  } finally {
    await covers.discard([draft])
  }
}

/** A locked cover stays; only if its file is lost, it is made again from the added picture. */
async function lockedCover(deps: CoverWork, { id: bookId }: CoverlessBook, version: string): Promise<MadeCover> {
  const isThere = (await deps.covers.has({ bookId, version })) || (await makeChosenAgain(deps, { bookId, version }))
  return { outcome: isThere ? 'made' : 'failed', problem: null, bytes: 0 }
}

function isAnother(book: CoverlessBook, { stamp }: BookFacts): boolean {
  return stamp.size !== book.file_size || stamp.modifiedMs !== book.file_modified_ms
}

/** The former cover is better than none, if it still exists. */
async function existingCover(
  covers: Covers,
  { id: bookId, cover_version: version, thumb_hash: thumbHash }: CoverlessBook,
) {
  const isThere = version !== null && (await covers.has({ bookId, version }))
  return isThere ? { version, thumbHash } : { version: null, thumbHash: null }
}
