import { analyzeBooks, countWaitingBooks, waitingBooks } from '../analysis'
import { inPlaces, notIn, type Unseen } from './known-books.queries'
import type { ListedPlace } from './scan.types'
import { fileProblem } from './scan-problems'
import type { ScanReport } from './scan-report'
import type { ScanRun } from './scan-run'

/**
 * Reads every book that needs it once, in the parser processes, and saves the results. A deep scan reads every book.
 * Given places, only those in them; unreadable places are skipped, since a hanging disk would delay each file. Returns
 * the series that must be renumbered.
 */
export async function analyze(
  run: ScanRun,
  { places = [], unseen }: { readonly places?: readonly ListedPlace[]; readonly unseen?: Unseen },
  which: 'all' | 'unread' = run.mode === 'deep' ? 'all' : 'unread',
): Promise<ReadonlySet<number>> {
  const { deps, library, report } = run
  const { reader } = deps.connection
  const scope = {
    libraryPk: library.pk,
    which,
    ...(which === 'unread' && { also: [...run.changedSidecarsOf].flatMap(([pk, { isRead }]) => (isRead ? [pk] : [])) }),
    ...(places.length > 0 && { among: inPlaces(places) }),
    ...(unseen && { among: notIn(unseen) }),
  } as const
  const waiting = await countWaitingBooks(reader, scope)
  report.booksToAnalyze = report.booksAnalyzed + waiting
  if (waiting === 0) return new Set()
  await run.write(async () => countProcessed(report))
  return analyzeBooks(
    {
      ...run,
      processed(work) {
        run.processed(work)
        run.memory.passed(work.items ?? 0)
        run.statistics.written(work.items ?? 0)
      },
      onSaved(books) {
        report.booksAnalyzed += books.length
        for (const { book, facts, saved, failure } of books) {
          if (saved) {
            report.changes.booksUpdated++
            for (const problem of facts.errors) report.note(fileProblem('book', placeOf(run, book), problem))
          } else if (failure !== null) report.note(fileProblem('book_unchanged', placeOf(run, book), failure))
          else run.lookAgainAt(book.folder_path, book.path)
        }
        countProcessed(report)
      },
    },
    waitingBooks(reader, scope),
  )
}

/** Its folder too, if the library has several. */
function placeOf({ library }: ScanRun, { folder_path, path }: { readonly folder_path: string; readonly path: string }) {
  const hasSeveral = library.folders.length + library.formerFolders.length > 1
  return hasSeveral ? { folder: folder_path, path } : { path }
}

/** A file is done when it was found unchanged or has been read. */
function countProcessed(report: ScanReport): void {
  report.filesProcessed = Math.max(0, report.filesTotal - (report.booksToAnalyze - report.booksAnalyzed))
}
