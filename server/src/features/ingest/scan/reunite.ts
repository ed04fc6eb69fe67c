import { passOn, type Tx } from '../../../db'
import { LIMITS } from '../../../kernel/limits'
import { enqueue } from '../../../platform/queue'
import { bookStore } from '../../catalogue/books'
import { libraryStore, publishLibraryEvent } from '../../catalogue/libraries'
import { renumberSeries } from '../../catalogue/numbering'
import { deleteEmptySeries, refreshSeries, seriesFields, takeSeriesPlace } from '../../catalogue/series'
import { lockSeriesProgress, recountSeriesForAll } from '../../reading/progress'
import { bookAnalysis } from '../analysis'
import type { Reunion } from './reunion.rules'
import { type ReunionRow, reunionRows, seriesToFollow } from './reunion-rows.queries'
import { chunksOf, type ScanRun } from './scan-run'

/**
 * Restores the former rows of books whose files were moved, tagged or repacked: the old row replaces the new one, with
 * its id and the data of readers of both. If somebody has read in both, both stay. Returns the keys of the restored
 * books.
 */
export async function reunite(run: ScanRun, pairs: readonly Reunion[]): Promise<ReadonlySet<number>> {
  const reunited = new Set<number>()
  const rows = await reunionRows(run.deps.connection.reader, pairs)
  // Series by series, so that one that loses all its books is recognised as empty.
  for (const group of Map.groupBy(rows, row => row.fresh.series_pk).values()) {
    for (const part of chunksOf(group, LIMITS.scan.batch)) {
      const { heirs, gone } = await run.write(tx => reuniteSome(tx, run, part))
      for (const { old } of heirs) reunited.add(old.pk)
      await run.deps.covers.remove(gone)
    }
  }
  return reunited
}

interface Reunited {
  readonly heirs: readonly ReunionRow[]
  /** The rows that they replace. */
  readonly gone: readonly bookStore.DeletedBook[]
}

async function reuniteSome(tx: Tx, run: ScanRun, rows: readonly ReunionRow[]): Promise<Reunited> {
  const now = run.deps.now()
  const series = rows.flatMap(({ old, fresh }) => [old.series_pk, fresh.series_pk])
  await lockSeriesProgress(tx, series)
  await seriesFields.lockSeries(tx, series)
  const still = await reunionRows(tx, rows)
  const successions = still.map(({ old, fresh }) => ({ fromPk: fresh.pk, heirPk: old.pk }))
  const passed = new Set((await passOn(tx, { of: 'books', event: 'found' }, successions)).map(({ heirPk }) => heirPk))
  const heirs = still.filter(({ old }) => passed.has(old.pk))
  if (heirs.length === 0) return { heirs, gone: [] }
  const keys = heirs.map(({ old, fresh }) => ({ pk: old.pk, freshPk: fresh.pk }))
  const shown = heirs.flatMap(({ old }) => (old.deleted ? [] : [old.pk]))
  await bookStore.publishBookEvents(tx, shown, 'book_deleted')
  await bookStore.publishBookEvents(
    tx,
    keys.map(({ freshPk }) => freshPk),
    'book_deleted',
  )
  const gone = await bookStore.inherit(tx, keys, now)
  await updatePlaces(tx, run, heirs, now)
  await bookStore.publishBookEvents(
    tx,
    keys.map(({ pk }) => pk),
    'book_created',
  )
  const changed = heirs.filter(row => row.isChanged)
  await bookStore.markChanged(
    tx,
    changed.map(({ old }) => old.pk),
  )
  for (const { old } of changed) await enqueue(tx, bookAnalysis(old.id, false))
  run.afterCommit(() => report(run, heirs))
  return { heirs, gone }
}

/** Updates the series and libraries that books left or joined. */
async function updatePlaces(tx: Tx, run: ScanRun, rows: readonly ReunionRow[], now: number): Promise<void> {
  const places = new Map(rows.flatMap(({ old, fresh }) => [old, fresh]).map(row => [row.series_pk, row.library_pk]))
  const libraries = new Map(rows.flatMap(({ old, fresh }) => [old, fresh]).map(row => [row.library_pk, row.library_id]))
  for (const pk of places.keys()) await updateSeries(tx, pk, now)
  for (const [freshPk, group] of Map.groupBy(rows, row => row.fresh.series_pk)) {
    const since = Math.min(...group.map(row => row.since))
    const series = await seriesToFollow(tx, { freshPk, oldPks: group.map(({ old }) => old.series_pk), since })
    if (series === null) continue
    const { pk } = series
    await takeSeriesPlace(tx, pk, freshPk, now)
    const recount = (tx: Tx, seriesPk: number) => updateSeries(tx, seriesPk, now)
    await passOn(tx, { of: 'series', event: 'found' }, [{ fromPk: freshPk, heirPk: pk }], { recount })
    const { library_pk: libraryPk, folder_pk: folderPk } = (group[0] as ReunionRow).fresh
    await bookStore.moveHiddenBooks(tx, pk, { libraryPk, folderPk })
    await deleteEmptySeries(tx, [freshPk])
    run.afterCommit(() => {
      for (const [path, known] of run.series) {
        if (known.pk === pk && known.mergedPk === undefined) run.series.delete(path)
        if (known.pk === freshPk) run.series.set(path, series)
      }
    })
  }
  for (const pk of [...libraries.keys()].sort((a, b) => a - b)) {
    await libraryStore.refreshLibraryCounts(tx, pk)
    publishLibraryEvent(tx, { pk, id: libraries.get(pk) as string }, 'library_updated')
  }
}

async function updateSeries(tx: Tx, pk: number, now: number): Promise<void> {
  await renumberSeries(tx, pk)
  await refreshSeries(tx, [pk], now)
  await recountSeriesForAll(tx, pk)
}

function report(run: ScanRun, rows: readonly ReunionRow[]): void {
  const { library, report: scanReport, startedAt } = run
  for (const { old, fresh } of rows) {
    scanReport.changes.booksMoved++
    // Readers of this report need not distinguish folders of another library.
    const shown = run.shownFolder(fresh.folder_pk)
    if (fresh.created_at >= startedAt && fresh.library_pk === library.pk) {
      scanReport.changes.booksCreated--
      scanReport.details.drop('new', fresh.path, shown)
    }
    const where = fresh.library_pk === library.pk ? '' : `${fresh.library_name}: `
    const from = old.library_pk === library.pk ? old.path : `${old.library_name}: ${old.path}`
    const { folder: fromFolder } = run.shownFolder(old.folder_pk)
    const before = fromFolder === undefined || old.folder_pk === fresh.folder_pk ? {} : { fromFolder }
    scanReport.details.add('moved', `${where}${fresh.path}`, { ...shown, from, ...before })
  }
}
