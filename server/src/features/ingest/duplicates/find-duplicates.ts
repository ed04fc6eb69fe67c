import type { TaskContext, TaskDraft, TaskHandlers } from '../../../platform/queue.types'
import { type TaskWork, taskWork } from '../../../platform/task-work'
import {
  type Candidate,
  candidateGroups,
  knownDigests,
  sizeOfComparison,
  stampText,
  type TitledSeries,
  titledSeries,
} from './duplicates.queries'
import { type FoundGroup, forgetOthers, saveGroups } from './duplicates.store'
import type { DuplicateDeps } from './duplicates.types'
import { findLikelyBooks, findSeriesById } from './find-likely'
import { createFoundBooks, type FoundBooks, onlyOne } from './found-books'
import { titleKey } from './likely.rules'

/** Whole files read concurrently: most are on one disk. */
const READ_AT_ONCE = 2

export const DUPLICATE_SEARCH: TaskDraft = { type: 'find_duplicates', payload: {}, priority: 860 }

/** Task handlers that find duplicate books and series. */
export function duplicateHandlers(deps: DuplicateDeps): TaskHandlers {
  return {
    find_duplicates: {
      async run(context: TaskContext) {
        const work = taskWork(deps.connection, context)
        const books = createFoundBooks()
        await findCopies(deps, work, books)
        await findLikelyBooks(deps, work, books)
        await forgetOthers(work.write, 'book', books.groups)
        const series = await findSeries(deps, work)
        const { size } = books.groups
        return { duplicate_groups: size + series, book_duplicate_groups: size, series_duplicate_groups: series }
      },
    },
  }
}

/** Equal samples are only a hint; files count as copies once both were read completely and are equal. */
async function findCopies(deps: DuplicateDeps, work: TaskWork, books: FoundBooks): Promise<void> {
  const { reader } = deps.connection
  work.progress.total = (await sizeOfComparison(reader)).books
  work.progress.message = 'Comparing files'
  for await (const candidates of candidateGroups(reader, 'file_hash')) {
    work.signal.throwIfAborted()
    const digests = await digestsOf(deps, work, candidates)
    const byContent = Map.groupBy(digests, ({ sha256 }) => sha256)
    const groups = [...byContent].flatMap(([sha256, same]) => (same.length < 2 ? [] : [groupOf(sha256, same)]))
    const pks = await work.write(tx => saveGroups(tx, groups, deps.now()))
    for (const [at, group] of groups.entries()) books.add(pks[at] ?? 0, group)
    work.progress.current += candidates.length
  }
}

interface Digested {
  readonly book: Candidate
  readonly sha256: string
  readonly stamp: string
}

async function digestsOf(deps: DuplicateDeps, work: TaskWork, candidates: readonly Candidate[]): Promise<Digested[]> {
  const known = await knownDigests(
    deps.connection.reader,
    candidates.map(({ pk }) => pk),
  )
  const digests: Digested[] = []
  const waiting = candidates.values()
  const readNext = async () => {
    for (const book of waiting) {
      work.signal.throwIfAborted()
      const before = known.get(`${book.pk} ${book.stamp}`)
      const read = before ? null : await deps.pool.digest({ path: book.file, size: book.size })
      if (before) digests.push({ book, sha256: before, stamp: book.stamp })
      else if (read) digests.push({ book, sha256: read.sha256, stamp: stampText(read.stamp) })
      else work.note('warn', `${book.file} cannot be read, so it is not compared`)
      work.processed({ items: 1, bytes: read ? book.size : 0 })
    }
  }
  await Promise.all(Array.from({ length: READ_AT_ONCE }, readNext))
  return digests.sort((a, b) => a.book.pk - b.book.pk)
}

function groupOf(sha256: string, same: readonly Digested[]): FoundGroup {
  return {
    kind: 'book',
    matchType: 'content',
    matchKey: sha256,
    libraryPk: onlyOne(same.map(({ book }) => book.library_pk)),
    members: same.map(({ book, stamp }) => ({ pk: book.pk, stamp })),
  }
}

function groupOfTitle([matchKey, same]: readonly [string, readonly TitledSeries[]]): FoundGroup {
  const libraryPk = onlyOne(same.map(series => series.library_pk))
  const members = same.map(({ pk }) => ({ pk, stamp: null }))
  return { kind: 'series', matchType: 'title', matchKey, libraryPk, members }
}

/** Groups written in one transaction. */
const BATCH = 100

/** Series with equal titles or the same external id, within a library and across libraries. */
async function findSeries(deps: DuplicateDeps, work: TaskWork): Promise<number> {
  const byTitle = new Map<string, TitledSeries[]>()
  for await (const page of titledSeries(deps.connection.reader)) {
    work.signal.throwIfAborted()
    for (const series of page) {
      const key = titleKey(series.title)
      const same = byTitle.get(key)
      if (same) same.push(series)
      else if (key !== '') byTitle.set(key, [series])
    }
  }
  work.progress.message = 'Comparing titles'
  const found = new Set<number>()
  const groups = [...byTitle].filter(([, same]) => same.length > 1).map(groupOfTitle)
  for (let at = 0; at < groups.length; at += BATCH) {
    const pks = await work.write(tx => saveGroups(tx, groups.slice(at, at + BATCH), deps.now()))
    for (const pk of pks) found.add(pk)
  }
  await findSeriesById(deps, work, found)
  await forgetOthers(work.write, 'series', found)
  return found.size
}
