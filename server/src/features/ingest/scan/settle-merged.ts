import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { passOn } from '../../../db'
import { LIMITS } from '../../../kernel/limits'
import { enqueue } from '../../../platform/queue'
import { bookStore } from '../../catalogue/books'
import { seriesFields } from '../../catalogue/series'
import { lockSeriesProgress } from '../../reading/progress'
import { bookAnalysis } from '../analysis'
import { updateSeries } from './5-reconcile'
import { booksOfMerged, type OtherFile, otherFiles } from './merged.queries'
import { chunksOf, type ScanRun } from './scan-run'

/** Moves books that this scan has added to a series that was merged meanwhile. */
export async function settleMerged(run: ScanRun): Promise<void> {
  const books = await booksOfMerged(run.deps.connection.reader, run.library.pk)
  for (const part of chunksOf(books, LIMITS.scan.batch)) {
    await run.write(async tx => {
      const series = part.flatMap(book => [book.series_pk, book.heir_pk])
      await lockSeriesProgress(tx, series)
      await seriesFields.lockSeries(tx, series)
      for (const { pk, heir_pk } of part) await bookStore.setSeries(tx, pk, heir_pk)
      await updateSeries(tx, run, series)
    })
  }
}

/** A book whose file is gone takes the file of a book merged into it, if that exists. */
export async function takeOtherFiles(run: ScanRun): Promise<void> {
  const done = new Set<number>()
  for (const one of await otherFiles(run.deps.connection.reader, run.library.pk)) {
    if (done.has(one.heir_pk) || !(await isThere(one))) continue
    done.add(one.heir_pk)
    await takeFile(run, one)
  }
}

async function isThere({ folder_path, path, file_size }: OtherFile): Promise<boolean> {
  const found = await stat(join(folder_path, path)).catch(() => null)
  // A folder of images has another size than its files.
  return found !== null && (found.isDirectory() || found.size === file_size)
}

async function takeFile(run: ScanRun, { pk, heir_pk, heir_id, series_pk, heir_series_pk }: OtherFile): Promise<void> {
  const gone = await run.write(async tx => {
    const series = [series_pk, heir_series_pk]
    await lockSeriesProgress(tx, series)
    await seriesFields.lockSeries(tx, series)
    if ((await passOn(tx, { of: 'books', event: 'found' }, [{ fromPk: pk, heirPk: heir_pk }])).length === 0) return []
    const files = await bookStore.inherit(tx, [{ pk: heir_pk, freshPk: pk }], run.deps.now())
    await bookStore.markChanged(tx, [heir_pk])
    await enqueue(tx, bookAnalysis(heir_id, false))
    await bookStore.publishBookEvents(tx, [heir_pk], 'book_created')
    await updateSeries(tx, run, series)
    return files
  })
  run.report.changes.booksRestored += gone.length
  await run.deps.covers.remove(gone)
}
