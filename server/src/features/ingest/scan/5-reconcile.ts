import type { Tx } from '../../../db'
import { LIMITS } from '../../../kernel/limits'
import { bookStore } from '../../catalogue/books'
import { libraryStore, publishLibraryEvent } from '../../catalogue/libraries'
import { renumberAll as renumber, renumberSeries } from '../../catalogue/numbering'
import { seriesFields } from '../../catalogue/series'
import { lockSeriesProgress, recountSeriesForAll } from '../../reading/progress'
import type { KnownBook } from './scan.types'
import { chunksOf, refreshAll, type ScanRun } from './scan-run'

/** Renumbers series by the rules loaded at the start of the scan. */
export async function renumberAll(run: ScanRun, seriesPks: Iterable<number>): Promise<void> {
  await renumber(run.write, seriesPks, { now: run.deps.now, rules: run.library.namer })
}

/** Hides books that are provably gone. Progress and edits stay. */
export async function hideGone(run: ScanRun, gone: readonly KnownBook[]): Promise<void> {
  const { pk: libraryPk, seenAt, begunAt: listedUntil } = run.library
  await change(run, gone, async (tx, _pks, now, part) => {
    const hidden: number[] = []
    for (const [folderPk, own] of Map.groupBy(part, book => book.folderPk)) {
      const when = { at: now, seen: seenAt.get(folderPk) || null, listedUntil, now }
      const pks = own.map(book => book.pk)
      hidden.push(...(await bookStore.setDeleted(tx, libraryPk, pks, when)))
    }
    run.afterCommit(() => {
      run.report.changes.booksDeleted += hidden.length
      for (const { pk, path, folderPk } of part) {
        if (hidden.includes(pk)) run.report.details.add('gone', path, run.shownFolder(folderPk))
      }
    })
    await bookStore.publishBookEvents(tx, hidden, 'book_deleted')
  })
}

/** Shows books whose files are back. */
export async function showReturned(run: ScanRun, returned: readonly KnownBook[]): Promise<void> {
  await change(run, returned, async (tx, pks, now, part) => {
    const shown = await bookStore.setDeleted(tx, run.library.pk, pks, { at: null, seen: null, now })
    run.afterCommit(() => {
      run.report.changes.booksRestored += shown.length
      for (const { pk, path, folderPk } of part) {
        if (shown.includes(pk)) run.report.details.add('returned', path, run.shownFolder(folderPk))
      }
    })
    await bookStore.publishBookEvents(tx, shown, 'book_created')
  })
}

async function change(
  run: ScanRun,
  books: readonly KnownBook[],
  act: (tx: Tx, pks: readonly number[], now: number, books: readonly KnownBook[]) => Promise<void>,
): Promise<void> {
  for (const part of chunksOf(books, LIMITS.scan.batch)) {
    await run.write(async tx => {
      const series = part.map(book => book.seriesPk)
      await lockSeriesProgress(tx, series)
      await seriesFields.lockSeries(tx, series)
      await act(
        tx,
        part.map(book => book.pk),
        run.deps.now(),
        part,
      )
      await updateSeries(tx, run, series)
    })
  }
}

/** Updates numbers, sums and progress of series with changed books. */
export async function updateSeries(tx: Tx, run: ScanRun, seriesPks: Iterable<number>): Promise<void> {
  for (const pk of new Set(seriesPks)) {
    await renumberSeries(tx, pk, run.library.namer)
    await refreshAll(tx, run, [pk])
    await recountSeriesForAll(tx, pk)
  }
  await libraryStore.refreshLibraryCounts(tx, run.library.pk)
}

/** Records the scan on the library, if it covered all of it. */
export async function finishLibrary(run: ScanRun, isWhole: boolean): Promise<void> {
  await run.write(async tx => {
    await libraryStore.refreshLibraryCounts(tx, run.library.pk)
    if (isWhole) await libraryStore.setScanned(tx, run.library.pk, run.deps.now())
    publishLibraryEvent(tx, run.library, 'library_updated')
  })
}
