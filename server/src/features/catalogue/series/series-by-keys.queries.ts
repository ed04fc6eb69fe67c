import { sql } from 'kysely'
import { cachedRows, type Reader, runShape } from '../../../db'
import { shapeFor } from '../../../kernel/memo'
import type { Viewer } from '../../../kernel/viewer'
import { visibilityKey, visible } from '../../people/access'
import { type SeriesRow, sharedSeries } from './series-row'

interface Keyed {
  readonly pk: number
}

/**
 * Series in the order of their keys, which must come from a query that left out what the viewer may not see. What everybody
 * sees of one is kept until the catalogue changes, what the viewer has read of it until somebody's progress does.
 */
export async function seriesOfKeys(reader: Reader, viewer: Viewer, pks: readonly number[]): Promise<SeriesRow[]> {
  if (pks.length === 0) return []
  const [shared, own] = await Promise.all([
    sharedOf(reader, viewer, pks),
    cachedRows(reader, shapeFor(viewer, 'progress', 'series.own'), pks, missing => ownRows(reader, viewer, missing)),
  ])
  const rows: SeriesRow[] = []
  for (const pk of pks) {
    const row = shared.get(pk)
    if (!row) continue
    const opened = own.get(pk)
    rows.push(opened ? { ...row, completed_count: opened.completed_count } : row)
  }
  return rows
}

function sharedOf(reader: Reader, viewer: Viewer, pks: readonly number[]) {
  // What a row says and that it may be seen are of one moment, whatever moves between the question for keys and this one.
  return cachedRows(reader, shapeFor(viewer, 'catalogue', 'series'), pks, missing =>
    sharedRows(reader, viewer, missing),
  )
}

function sharedRows(reader: Reader, viewer: Viewer, pks: readonly number[]): Promise<SeriesRow[]> {
  const values = { chosen: JSON.stringify(pks) }
  return runShape<SeriesRow, typeof values>(reader, `series.shared|${visibilityKey(viewer)}`, values, (query, p) =>
    sharedSeries(query)
      .where(reader.dialect.isKeyOf(sql`series.pk`, p.chosen))
      .where(visible(viewer, 'series.library_pk')),
  )
}

function ownRows(reader: Reader, viewer: Viewer, pks: readonly number[]) {
  const values = { chosen: JSON.stringify(pks), userPk: viewer.userPk }
  return runShape<Keyed & { readonly completed_count: number }, typeof values>(
    reader,
    `series.own|${visibilityKey(viewer)}`,
    values,
    (query, p) =>
      query
        .selectFrom('series')
        .innerJoin('series_progress', join =>
          join.onRef('series_progress.series_pk', '=', 'series.pk').on('series_progress.user_pk', '=', p.userPk),
        )
        .where(reader.dialect.isKeyOf(sql`series.pk`, p.chosen))
        .where(visible(viewer, 'series.library_pk'))
        .select(['series.pk', 'series_progress.completed_count']),
  )
}
