import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { sourceOrder } from '@octavo/contract/source-names'
import type { Tx } from '../../../db'
import type { BookFacts, FileProblem, FolderFile } from '../../../formats/facts'
import { sourcesOf } from '../../../formats/metadata-sources'
import { fileProblem } from '../../../formats/problem'
import { releaseDateKey } from '../../../formats/release-date'
import { tellsOfSeries } from '../../../formats/wide-facts'
import { LIMITS } from '../../../kernel/limits'
import { unlessAborted } from '../../../kernel/patience'
import { bookStore } from '../../catalogue/books'
import { facetsOfMetadata } from '../../catalogue/facets'
import { saveMetadata, saveMetadataOfFiles } from '../../catalogue/metadata'
import { chapterInside, type LibraryNamer, libraryNamers, type SeriesPlace } from '../../catalogue/naming'
import { removePages, savePages } from '../../catalogue/pages'
import { refreshSeries } from '../../catalogue/series'
import { analysisOf, failureOf, isDoubtful, isForLater, keepsCover } from './analysis.rules'
import type { AnalysisRun, ReadBook, WaitingBook } from './analysis.types'
import { lockSeriesOf, moveToSeries, retitleSeries } from './move-to-series'
import { nameBook } from './name-book'
import { pagesTriedAgain } from './try-pages-again'
import { writeSplitting } from './write-splitting'

/**
 * Many more calls than parser processes: while some calls write their results, no process should wait for its next file
 * (in a scan of 2,000 books on two cores, a process waited 1.0 to 1.8 s with 8 calls, two at a time per process, and
 * 0.3 to 1.1 s with 12 and five; measured).
 */
export const CALLS_AT_ONCE = Math.max(12, 6 * availableParallelism())
/**
 * A transaction ends at the first of these limits. Where books are read slowly, each transaction contains only a few
 * and updates their series: so the time is as long as a watching user accepts.
 */
const BATCH = 64
/** Names and pages that weigh as much as one more book. */
const NAMES_OF_A_BOOK = 25
const PAGES_OF_A_BOOK = 500
const BATCH_MS = 500

interface Result {
  readonly book: WaitingBook
  readonly facts: BookFacts
  /** Path of the thumbnail, if there is one. */
  readonly draft: string
  /** Null for a file that must be read again later. */
  readonly analysis: bookStore.Analysis | null
  /** The series in the metadata, if it differs from the current one. */
  readonly movesTo: SeriesPlace | null
  /** The new title of its series, unless that is locked. */
  readonly retitle: string | null
  readonly namer: LibraryNamer
}

/**
 * Reads each book once in the parser processes, and saves the results in small transactions. Recently written files
 * with problems are read again after a while; if they are still being written then, nothing is saved. Returns the
 * series with books that lack a number of their own or came or left: they must be renumbered.
 */
export async function analyzeBooks(
  run: AnalysisRun,
  books: AsyncIterableIterator<WaitingBook>,
): Promise<ReadonlySet<number>> {
  const { deps, signal } = run
  const toNumber = new Set<number>()
  const namerOf = await libraryNamers(deps.connection.reader, deps.pool)
  let results: Result[] = []
  let writtenAt = performance.now()

  async function flush(): Promise<void> {
    const batch = results
    results = []
    writtenAt = performance.now()
    for (const part of partsByWeight(batch)) await publishResults(run, part, toNumber)
  }

  const doubtful: WaitingBook[] = []

  async function work(books: AsyncIterable<WaitingBook>, isLast: boolean): Promise<void> {
    for await (const book of books) {
      const draft = deps.covers.draft()
      const path = join(book.folder_path, book.path)
      const thumbnailTarget = keepsCover(book) ? null : draft
      const sources = sourcesOf(book.metadata_sources)
      const read = await unlessAborted(deps.pool.analyze({ path, thumbnailTarget, sources }), signal)
      const facts = await unlessAborted(pagesTriedAgain(deps, book, read), signal)
      const isDoubted = isDoubtful(facts, deps.now())
      if (isDoubted && !isLast) {
        doubtful.push(book)
        await deps.covers.discard([draft])
        continue
      }
      const namer = namerOf(book.library_pk)
      const result = { book, facts, draft, namer, analysis: null, movesTo: null, retitle: null }
      if (isDoubted || isForLater(book, facts)) results.push(result)
      else {
        const { names, movesTo, retitle } = await unlessAborted(nameBook(book, facts, namer), signal)
        results.push({ ...result, analysis: analysisOf(book, facts, names, namer), movesTo, retitle })
      }
      if (results.length >= BATCH || performance.now() - writtenAt > BATCH_MS) await flush()
    }
  }
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, () => work(books, false)))
  await flush()
  if (doubtful.length > 0) {
    await unlessAborted(Bun.sleep(LIMITS.scan.settleMs), signal)
    const again = eachOnce(doubtful)
    await Promise.all(Array.from({ length: CALLS_AT_ONCE }, () => work(again, true)))
    await flush()
  }
  return toNumber
}

/** Chunks results into transactions short enough not to be noticed. */
function* partsByWeight(results: readonly Result[]): Generator<readonly Result[]> {
  let part: Result[] = []
  let weight = 0
  for (const result of results) {
    const { metadata, pages } = result.facts
    const names = metadata === null ? 0 : facetsOfMetadata(metadata).length
    weight += 1 + names / NAMES_OF_A_BOOK + pages.length / PAGES_OF_A_BOOK
    part.push(result)
    if (weight < BATCH) continue
    yield part
    part = []
    weight = 0
  }
  if (part.length > 0) yield part
}

/** May be called concurrently; each call takes other books. */
async function* eachOnce<T>(items: readonly T[]): AsyncGenerator<T, void, void> {
  yield* items
}

/** First covers, then the rows that refer to them, then the removal of former covers. */
async function publishResults(run: AnalysisRun, results: readonly Result[], toNumber: Set<number>): Promise<void> {
  const { covers } = run.deps
  const drafts = new Set(results.map(({ draft }) => draft))
  try {
    const made = results.flatMap(({ book, draft, analysis }) =>
      analysis?.coverVersion && !keepsCover(book) ? [{ bookId: book.id, version: analysis.coverVersion, draft }] : [],
    )
    await covers.publish(made)
    for (const { draft } of made) drafts.delete(draft)
  } finally {
    await covers.discard([...drafts])
  }
  const refused = new Set<Result>()
  await writeSplitting(results, {
    signal: run.signal,
    async write(part) {
      for (const pk of await run.write(tx => saveResults(tx, run, part))) toNumber.add(pk)
      run.onSaved(part.map(readBookOf))
    },
    async writeOne(result, why) {
      refused.add(result)
      const problem = fileProblem('other', 'resource', `What was read from this file could not be saved: ${why}`)
      await run.write(tx => saveRefusal(tx, run, result, problem))
      const facts = { ...result.facts, errors: [...result.facts.errors, problem] }
      run.onSaved([{ book: result.book, facts, saved: false, failure: problem }])
    },
  })
  run.processed({ items: results.length, bytes: results.reduce((sum, { facts }) => sum + facts.stamp.size, 0) })
  await covers.remove(
    results.flatMap(result => {
      const { book, analysis } = result
      if (!analysis || analysis.coverVersion === book.cover_version) return []
      const version = refused.has(result) ? analysis.coverVersion : book.cover_version
      return version === null ? [] : [{ bookId: book.id, version }]
    }),
  )
}

/** Whether the series.json overrides the books in a book's library. */
function goesFirst({ metadata_sources }: WaitingBook): boolean {
  return sourceOrder(sourcesOf(metadata_sources))[0] === 'series_json'
}

function readBookOf({ book, facts, analysis }: Result): ReadBook {
  const saved = analysis !== null
  return { book, facts, saved, failure: saved ? null : failureOf(facts) }
}

async function saveRefusal(tx: Tx, run: AnalysisRun, { book, facts }: Result, problem: FileProblem): Promise<void> {
  const now = run.deps.now()
  await bookStore.setUnsaved(tx, book.pk, { ...facts, error: problem.message }, now)
  await bookStore.recordBookError(tx, book.pk, problem, now)
  bookStore.publishBookEvent(tx, book, 'book_updated', ['errors'])
}

/** Returns the series to renumber. */
async function saveResults(tx: Tx, run: AnalysisRun, results: readonly Result[]): Promise<ReadonlySet<number>> {
  const now = run.deps.now()
  const toNumber = new Set<number>()
  const touched = new Set<number>()
  const sidecars = new Map<number, FolderFile>()
  const saying = new Set<number>()
  const newCovers = new Set<number>()
  const pks = results.map(({ book }) => book.pk)
  await lockSeriesOf(tx, results)
  const failedBefore = await bookStore.booksWithErrors(tx, pks)
  await saveFacts(tx, results, now)
  // In key order of series, which titles lock, so that two transactions never deadlock.
  const inOrder = results.toSorted((a, b) => a.book.series_pk - b.book.series_pk)
  for (const { book, facts, analysis, movesTo, retitle, namer } of inOrder) {
    if (analysis === null) continue
    if (facts.errors.length > 0 || failedBefore.has(book.pk))
      await bookStore.saveBookErrors(tx, book.pk, facts.errors, now)
    const seriesPk = movesTo === null ? book.series_pk : await moveToSeries(tx, book, movesTo, now)
    if (retitle !== null) await retitleSeries(tx, book, retitle, now)
    touched.add(book.series_pk).add(seriesPk)
    const { seriesFile: file = null } = facts
    const folder = dirname(book.path)
    const isGone = file === null && folder === book.series_path && !sidecars.has(seriesPk)
    if (file || isGone) sidecars.set(seriesPk, { folder, file, isFirst: goesFirst(book) })
    if (facts.metadata && tellsOfSeries(facts.metadata)) saying.add(seriesPk)
    const number = namer.ownNumber(book.file_name, facts.metadata?.number ?? null)
    if ((number === null || movesTo !== null) && namer.isPositional(book.file_name))
      toNumber.add(seriesPk).add(book.series_pk)
    bookStore.publishBookEvent(tx, book, 'book_updated')
    if (analysis.coverVersion === book.cover_version) continue
    newCovers.add(book.pk)
    bookStore.publishBookCover(tx, book)
  }
  await refreshSeries(tx, [...touched], now, newCovers, { sidecars, saying })
  return toNumber
}

/**
 * One statement per table rather than per book: on PostgreSQL each is a round trip. In key order, so that concurrent
 * writers of the same books wait instead of deadlocking.
 */
async function saveFacts(tx: Tx, results: readonly Result[], now: number): Promise<void> {
  const read = results
    .flatMap(({ analysis, facts }) => (analysis === null ? [] : [{ bookPk: analysis.bookPk, analysis, facts }]))
    .toSorted((a, b) => a.bookPk - b.bookPk)
    .map(one => ({ ...one, chapter: one.facts.metadata && chapterInside(one.facts.metadata) }))
  const locks = await bookStore.saveAnalyses(
    tx,
    read.map(({ analysis }) => analysis),
    now,
  )
  const there = read.filter(({ bookPk }) => locks.has(bookPk))
  const [whole = [], broken = []] = [true, false].map(wanted => there.filter(one => one.facts.pageCount > 0 === wanted))
  await savePages(tx, whole)
  await removePages(
    tx,
    broken.map(({ bookPk }) => bookPk),
  )
  const files = there.filter(({ bookPk }) => !locks.get(bookPk))
  await saveMetadataOfFiles(
    tx,
    files.map(({ bookPk, facts: { metadata }, chapter }) => ({ bookPk, metadata, chapter })),
    now,
  )
  for (const { bookPk, facts, chapter } of there) {
    const held = locks.get(bookPk)
    if (!held) continue
    const saved = await saveMetadata(tx, bookPk, facts.metadata, { chapter, locks: held }, now)
    const shown = { summary: saved?.summary ?? null, releaseDate: saved && releaseDateKey(saved) }
    await bookStore.setFromMetadata(tx, bookPk, shown, now)
  }
}
