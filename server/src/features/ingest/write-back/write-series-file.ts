import { join } from 'node:path'
import { sourceOrder } from '@octavo/contract/source-names'
import type { Tx } from '../../../db'
import { sourcesOf } from '../../../formats/metadata-sources'
import { draftName } from '../../../formats/writing/draft-names'
import type { SeriesWritePlan } from '../../../formats/writing/write-series'
import type { ParserPool } from '../../../workers/pool.types'
import { refreshSeries } from '../../catalogue/series'
import { NotWritten, notWritten } from './not-written'
import { replaceBy, requireWritable } from './replace-file'
import { folderOfSeries, wantedSeries } from './wanted-series.rules'
import type { WritableSeries } from './writable-series.queries'

/** A preview. @throws NotWritten */
export async function planSeries(pool: ParserPool, series: WritableSeries): Promise<SeriesWritePlan> {
  return plan(pool, series, null)
}

async function plan(pool: ParserPool, series: WritableSeries, draft: string | null): Promise<SeriesWritePlan> {
  const path = folderOfSeries(series)
  if (path === null) throw new NotWritten('no-folder')
  const folder = join(series.folder_path, path)
  const result = await pool.writeSeries({ ...wantedSeries(series), folder, draft })
  if (!result.ok) throw notWritten(result.problem)
  const { target } = result.plan
  if (target !== null) await requireWritable([target])
  return result.plan
}

interface Writing {
  readonly pool: ParserPool
  readonly write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  readonly now: () => number
}

/**
 * Writes the metadata of a series to the series.json in its folder, through a draft. The row gets the file's new values
 * at once. Returns whether anything was written.
 * @throws NotWritten with the reason why nothing was changed
 */
export async function writeSeriesFile({ pool, write, now }: Writing, series: WritableSeries): Promise<boolean> {
  const { target } = await planSeries(pool, series)
  if (target === null) return false
  const draft = join(series.folder_path, series.path, draftName(series.id))
  const book = join(series.folder_path, series.book_path)
  await replaceBy([draft], async replace => {
    // Somebody may have changed the file meanwhile.
    const made = await plan(pool, series, draft)
    if (made.target !== null) await replace({ target: made.target, draft, like: book })
  })
  const { seriesFile: file = null } = await pool.analyze({ path: book, thumbnailTarget: null })
  const isFirst = sourceOrder(sourcesOf(series.metadata_sources))[0] === 'series_json'
  const sidecars = new Map([[series.pk, { folder: series.path, file, isFirst }]])
  await write(tx => refreshSeries(tx, [series.pk], now(), new Set(), { sidecars }))
  return true
}
