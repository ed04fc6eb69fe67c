import { DatabaseFault, type Tx } from '../../../db'
import { LIMITS } from '../../../kernel/limits'
import type { TaskContext } from '../../../platform/queue.types'
import { serialWrites } from '../../../platform/task-work'
import type { bookStore } from '../../catalogue/books'
import type { SeriesPlace } from '../../catalogue/naming'
import { insertSeries, publishSeriesEvent, refreshSeries } from '../../catalogue/series'
import { createFreshStatistics, type FreshStatistics } from './fresh-statistics'
import { folderOf } from './narrowing.rules'
import { createProgressPublisher } from './publish-scan'
import type { KnownSeries } from './scan.queries'
import { saveDetails, saveReport, saveScope } from './scan.store'
import type { ScanDeps, ScanMode, ScannedLibrary, ScanPayload, ScanPlace } from './scan.types'
import { createScanMemory, type ScanMemory } from './scan-memory'
import type { ScanReport } from './scan-report'
import { createSeenCovers, type SeenCovers } from './seen-covers'

/** State of one running scan, shared by its phases. */
export interface ScanRun {
  readonly deps: ScanDeps
  readonly library: ScannedLibrary
  readonly mode: ScanMode
  readonly signal: AbortSignal
  readonly report: ScanReport
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** Series of the library by path, including those created by this scan. */
  readonly series: Map<string, KnownSeries>
  readonly seenCovers: SeenCovers
  /** Books whose sidecar files changed: the new stamp, and whether the book must be read again. */
  readonly changedSidecarsOf: Map<number, { readonly text: string | null; readonly isRead: boolean }>
  readonly memory: ScanMemory
  readonly statistics: FreshStatistics
  /** Places with files being written: they are scanned again soon. */
  readonly growing: Map<string, ScanPlace>
  /** Schedules another scan of a file's place. */
  lookAgainAt(root: string, path: string): void
  /**
   * One transaction of this scan, which also saves the report: fails if the task is no longer ours. It may run again, so
   * it changes memory only by `afterCommit`.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Changes what this scan remembers once the current transaction is committed. */
  afterCommit(change: () => void): void
  /** Records that it became a scan of the whole library. */
  saveWidened(places: ScanPayload['places']): Promise<void>
  /** A prefix of messages that names the folder; empty if the library has only one. */
  shownFolder(folderPk: number): { readonly folder?: string }
  /**
   * Defers a write to the next transaction, since commits dominate a scan without changes. If the database rejects it,
   * it is dropped with a sentence in the report that begins with `what`.
   */
  writeAlong(what: string, work: (tx: Tx) => Promise<void>): void
  /** Saves the findings by file: at once if anything has changed, else with the next transaction. */
  saveDetails(): Promise<void>
  /** Counts work for the metrics. */
  processed: TaskContext['processed']
}

export function createScanRun(
  options: Omit<
    ScanRun,
    | 'write'
    | 'afterCommit'
    | 'writeAlong'
    | 'processed'
    | 'saveDetails'
    | 'saveWidened'
    | 'growing'
    | 'seenCovers'
    | 'changedSidecarsOf'
    | 'memory'
    | 'statistics'
    | 'lookAgainAt'
    | 'shownFolder'
    | 'startedAt'
  > & {
    context: TaskContext
    scan: { readonly pk: number; readonly startedAt: number }
  },
): ScanRun {
  const { context, scan, ...run } = options
  const publishProgress = createProgressPublisher(run.library, scan.startedAt)
  const { connection } = run.deps
  const { folders, formerFolders } = run.library
  const folderPaths = new Map([...folders, ...formerFolders].map(({ pk, path }) => [pk, path]))
  const growing = new Map<string, ScanPlace>()
  const writeInTurn = serialWrites(connection)
  let along: Companion[] = []
  /** Of the last attempt at the current transaction. */
  let changes: (() => void)[] = []
  const made: ScanRun = {
    ...run,
    startedAt: scan.startedAt,
    seenCovers: createSeenCovers(run.library),
    changedSidecarsOf: new Map(),
    memory: createScanMemory(LIMITS.scan.collectAfter),
    statistics: createFreshStatistics(
      run.deps.statisticsAfter ?? LIMITS.scan.statisticsAfter,
      connection.refreshStatistics,
    ),
    growing,
    lookAgainAt(root, path) {
      const place = { root, path: folderOf(path), below: false }
      growing.set(`${root}/${place.path}`, place)
    },
    saveWidened: places => made.write(tx => saveScope(tx, scan.pk, { places, widened: true })),
    shownFolder(folderPk) {
      const folder = folderPaths.size > 1 ? folderPaths.get(folderPk) : undefined
      return folder === undefined ? {} : { folder }
    },
    afterCommit: change => void changes.push(change),
    writeAlong: (what, work) => void along.push({ what, work }),
    async saveDetails() {
      const save = (tx: Tx) => saveDetails(tx, scan.pk, run.report.details.text())
      const hasChanged = Object.values(run.report.changes).some(count => count > 0)
      if (hasChanged) await made.write(save)
      else made.writeAlong('What was found file by file', save)
    },
    processed: work => context.processed(work),
    write,
  }

  async function write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    let waiting: Companion[] = []
    let failing: Companion | undefined
    try {
      const done = await writeInTurn(async tx => {
        waiting = [...waiting, ...along]
        along = []
        changes = []
        failing = undefined
        const { filesProcessed, filesTotal } = run.report
        await context.checkpoint(tx, { current: filesProcessed, total: filesTotal })
        for (const one of waiting) {
          failing = one
          await one.work(tx)
        }
        failing = undefined
        const result = await work(tx)
        await saveReport(tx, scan.pk, run.report)
        publishProgress(tx, run.report)
        return { result, changes }
      })
      // The next transaction begins later.
      for (const change of done.changes) change()
      return done.result
    } catch (error) {
      const refused = error instanceof DatabaseFault ? undefined : failing
      along = [...waiting.filter(one => one !== refused), ...along]
      if (!refused) throw error
      const said = error instanceof Error ? error.message : String(error)
      run.report.note({ kind: 'not_saved', said, message: `${refused.what} could not be saved: ${said}` })
      return write(work)
    }
  }
  return made
}

/** Deferred writes of the next transaction. */
interface Companion {
  readonly what: string
  work(tx: Tx): Promise<void>
}

/** The key of a series; creates it with these books if new. */
export async function ensureSeries(
  tx: Tx,
  run: ScanRun,
  place: SeriesPlace,
  books: readonly bookStore.BookNames[],
): Promise<{ readonly pk: number; readonly id: string; readonly isNew: boolean }> {
  const known = run.series.get(place.path)
  if (known) return { ...known, isNew: false }
  const { library } = run
  const { pk, id, isNew } = await insertSeries(tx, { libraryPk: library.pk, ...place }, sumsOf(books), run.deps.now())
  if (isNew && books.length > 0)
    publishSeriesEvent(tx, { id, library_id: library.id, library_pk: library.pk }, 'series_created')
  run.afterCommit(() => {
    run.series.set(place.path, { pk, id, title: place.title, books: isNew ? books.length : 0 })
    if (isNew) run.report.changes.seriesCreated++
  })
  return { pk, id, isNew }
}

function sumsOf(books: readonly bookStore.BookNames[]): Parameters<typeof insertSeries>[2] {
  return {
    books: books.length,
    volumes: books.filter(({ volume, chapter }) => volume !== null && chapter === null).length,
    maxVolume: largest(books.map(book => book.volume)),
    maxChapter: largest(books.map(book => book.chapter)),
  }
}

function largest(numbers: readonly (number | null)[]): number | null {
  const stated = numbers.filter(number => number !== null)
  return stated.length === 0 ? null : stated.reduce((a, b) => Math.max(a, b))
}

export async function refreshAll(tx: Tx, run: ScanRun, seriesPks: Iterable<number>): Promise<void> {
  await refreshSeries(tx, [...new Set(seriesPks)], run.deps.now())
}

/** Parts of a list, each small enough for one transaction. */
export function* chunksOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}
