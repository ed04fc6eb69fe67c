import { availableParallelism } from 'node:os'
import { unlessAborted } from '../../../kernel/patience'
import type { TaskWork } from '../../../platform/task-work'
import type { CoverlessBook, CoverWork } from './cover-work.types'
import { type CoverScope, countCoverBooks, coverBooks } from './coverless-books.queries'
import { makeCover } from './make-cover'

/** More calls than parser processes, so that none of them is idle. */
const CALLS_AT_ONCE = Math.max(4, 2 * availableParallelism())

/** Makes the covers of a scope as part of a task: with `force` all of them, else the missing ones. */
export async function makeCovers(deps: CoverWork, work: TaskWork, scope: CoverScope, force: boolean) {
  const { reader } = deps.connection
  const { progress, signal } = work
  const counts = { total: await countCoverBooks(reader, scope), made: 0, skipped: 0, failed: 0 }
  progress.total += counts.total
  await work.write(async () => undefined)

  const books = coverBooks(reader, scope)
  async function next(): Promise<void> {
    for await (const book of books) {
      signal.throwIfAborted()
      if (force || (await isMissing(deps, book))) {
        const { outcome, problem, bytes } = await unlessAborted(makeCover(deps, book, work.write), signal)
        work.processed({ items: 1, bytes })
        if (outcome === 'made') counts.made++
        else counts.failed++
        if (problem) work.note('warn', `${book.path}: ${problem.message}`)
        if (outcome === 'changed') work.note('warn', `${book.path}: the file is not the one that was scanned.`)
      } else {
        counts.skipped++
      }
      progress.current++
    }
  }
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, next))
  await work.write(async () => undefined)
  return counts
}

/** A cover whose file is lost, or that could not be made last time. Text-only books need none. */
async function isMissing({ covers }: CoverWork, { id: bookId, cover_version: version, hasError }: CoverlessBook) {
  return version === null ? hasError : hasError || !(await covers.has({ bookId, version }))
}
