import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Tx } from '../../db'
import type { BookFacts } from '../../formats/facts'
import { bookStore } from '../books'
import { removeMetadata, saveMetadata } from '../metadata'
import { removePages, savePages } from '../pages'
import { analysisOf, isForLater } from './analysis.rules'
import { unlessAborted } from './patience'
import { countWaitingBooks, type WaitingBook, waitingBooks } from './scan.queries'
import type { ScanReport } from './scan-report'
import { refreshAll, type ScanRun } from './scan-run'
import { chapterInside, ownNumber } from './strategies/book-names'

/** More calls than there are children, so that none waits for the next file. */
const CALLS_AT_ONCE = Math.max(4, 2 * availableParallelism())
/** Results written in one transaction: whichever comes first. */
const BATCH = 64
const BATCH_MS = 250
const PAGE = 200

interface Result {
  readonly book: WaitingBook
  readonly facts: BookFacts
  /** Where the thumbnail was written, if there is one. */
  readonly draft: string
}

/**
 * Opens every book that waits for it, once, in the parser processes, and keeps what they bring back.
 * Answers the series with books that have no number of their own.
 */
export async function analyze(run: ScanRun): Promise<ReadonlySet<number>> {
  const { deps, library, mode, report, signal } = run
  report.booksToAnalyze = await countWaitingBooks(deps.connection.reader, library.pk, mode)
  const unnumbered = new Set<number>()
  if (report.booksToAnalyze === 0) return unnumbered
  await run.write(async () => countProcessed(report))

  let results: Result[] = []
  let writtenAt = performance.now()

  async function flush(): Promise<void> {
    const batch = results
    results = []
    writtenAt = performance.now()
    if (batch.length > 0) await publishResults(run, batch, unnumbered)
  }

  const waiting = booksInOrder(run)
  async function work(): Promise<void> {
    for await (const book of waiting) {
      const draft = deps.covers.draft()
      const reading = deps.pool.analyze({ path: join(library.root, book.path), thumbnailTarget: draft })
      const facts = await unlessAborted(reading, signal)
      results.push({ book, facts, draft })
      if (results.length >= BATCH || performance.now() - writtenAt > BATCH_MS) await flush()
    }
  }
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, work))
  await flush()
  return unnumbered
}

async function* booksInOrder({ deps, library, mode }: ScanRun): AsyncGenerator<WaitingBook, void, void> {
  for (let after = 0; ; ) {
    const question = { libraryPk: library.pk, mode, after, limit: PAGE }
    const books = await waitingBooks(deps.connection.reader, question)
    yield* books
    const last = books.at(-1)
    if (!last || books.length < PAGE) return
    after = last.pk
  }
}

interface Analyzed extends Result {
  /** Null for a file that the next scan reads again. */
  readonly analysis: bookStore.Analysis | null
}

/** Covers first, then the rows that name them, then the covers that those named before. */
async function publishResults(run: ScanRun, results: readonly Result[], unnumbered: Set<number>): Promise<void> {
  const { covers } = run.deps
  const analyzed: Analyzed[] = results.map(result => ({
    ...result,
    analysis: isForLater(result.facts) ? null : analysisOf(result.book, result.facts),
  }))
  try {
    await covers.publish(
      analyzed.flatMap(({ book, draft, analysis }) =>
        analysis?.coverVersion ? [{ bookId: book.id, version: analysis.coverVersion, draft }] : [],
      ),
    )
  } finally {
    await covers.discard(results.map(({ draft }) => draft))
  }
  await run.write(tx => saveResults(tx, run, analyzed, unnumbered))
  await covers.remove(
    analyzed.flatMap(({ book, analysis }) =>
      analysis && book.cover_version !== null && analysis.coverVersion !== book.cover_version
        ? [{ bookId: book.id, version: book.cover_version }]
        : [],
    ),
  )
}

async function saveResults(tx: Tx, run: ScanRun, results: readonly Analyzed[], unnumbered: Set<number>): Promise<void> {
  const { report, deps } = run
  const touched = new Set<number>()
  for (const { book, facts, analysis } of results) {
    report.booksAnalyzed++
    if (analysis === null) continue
    if (ownNumber(book.file_name, facts.metadata?.number ?? null) === null) unnumbered.add(book.series_pk)
    await saveFacts(tx, analysis, facts, deps.now())
    report.changes.booksUpdated++
    for (const { message } of facts.errors) report.note(`${book.path}: ${message}`)
    touched.add(book.series_pk)
  }
  await refreshAll(tx, run, touched)
  countProcessed(report)
}

/** A file is done with when it was found unchanged, or has been read. */
function countProcessed(report: ScanReport): void {
  report.filesProcessed = Math.max(0, report.filesTotal - (report.booksToAnalyze - report.booksAnalyzed))
}

async function saveFacts(tx: Tx, analysis: bookStore.Analysis, facts: BookFacts, now: number): Promise<void> {
  const { bookPk } = analysis
  await bookStore.saveAnalysis(tx, analysis, now)
  await bookStore.saveTroubles(tx, bookPk, facts.errors, now)
  if (facts.pageCount > 0) await savePages(tx, bookPk, facts)
  else await removePages(tx, bookPk)
  if (facts.metadata) await saveMetadata(tx, bookPk, facts.metadata, chapterInside(facts.metadata), now)
  else await removeMetadata(tx, bookPk)
}
