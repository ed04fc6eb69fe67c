import { type Reader, rowsByKey, runShape } from '../../db'
import type { Viewer } from '../../kernel/viewer'
import { visibilityKey, visible } from '../access'
import { type SeriesRow, sharedSeries } from './series-row'

interface Keyed {
  readonly pk: number
}

const SHARED = { of: 'catalogue', name: 'series', keepsAbsent: false } as const

/**
 * Series in the order of their keys, which must come from a query that left out what the viewer may not see. What everybody
 * sees of one is kept until the catalogue changes, what the viewer has read of it until somebody's progress does.
 */
export async function seriesOfKeys(reader: Reader, viewer: Viewer, keys: readonly Keyed[]): Promise<SeriesRow[]> {
  if (keys.length === 0) return []
  const pks = keys.map(({ pk }) => pk)
  const shared = await sharedOf(reader, viewer, pks)
  const kind = { of: 'progress', name: `series|${viewer.userPk}`, keepsAbsent: true } as const
  const own = await rowsByKey(reader, kind, pks, missing => ownRows(reader, viewer, missing))
  const rows: SeriesRow[] = []
  for (const pk of pks) {
    const row = shared.get(pk)
    if (!row) continue
    const opened = own.get(pk)
    rows.push(opened ? { ...row, completed_count: opened.completed_count } : row)
  }
  return rows
}

/** One series of which the viewer's own part has been found; null when it has gone meanwhile. */
export async function withOwn(
  reader: Reader,
  viewer: Viewer,
  { pk, completed_count }: Pick<SeriesRow, 'pk' | 'completed_count'>,
): Promise<SeriesRow | null> {
  const row = (await sharedOf(reader, viewer, [pk])).get(pk)
  return row && completed_count !== null ? { ...row, completed_count } : (row ?? null)
}

function sharedOf(reader: Reader, viewer: Viewer, pks: readonly number[]) {
  return rowsByKey(reader, SHARED, pks, missing => sharedRows(reader, viewer, missing))
}

function sharedRows(reader: Reader, viewer: Viewer, pks: readonly number[]): Promise<SeriesRow[]> {
  const values = { chosen: chosen(pks) }
  return runShape<SeriesRow, typeof values>(reader, `series.shared|${visibilityKey(viewer)}`, values, (query, p) =>
    sharedSeries(query)
      .where('series.pk', 'in', eb =>
        eb
          .selectFrom(reader.dialect.jsonRows<{ pk: number }>(p.chosen, { pk: 'bigint' }).as('chosen'))
          .select('chosen.pk'),
      )
      .where(visible(viewer, 'series.library_pk')),
  )
}

function ownRows(reader: Reader, viewer: Viewer, pks: readonly number[]) {
  const values = { chosen: chosen(pks), userPk: viewer.userPk }
  return runShape<Keyed & { readonly completed_count: number }, typeof values>(
    reader,
    `series.own|${visibilityKey(viewer)}`,
    values,
    (query, p) =>
      query
        .selectFrom(reader.dialect.jsonRows<{ pk: number }>(p.chosen, { pk: 'bigint' }).as('chosen'))
        .innerJoin('series', 'series.pk', 'chosen.pk')
        .innerJoin('series_progress', join =>
          join.onRef('series_progress.series_pk', '=', 'series.pk').on('series_progress.user_pk', '=', p.userPk),
        )
        .where(visible(viewer, 'series.library_pk'))
        .select(['series.pk', 'series_progress.completed_count']),
  )
}

function chosen(pks: readonly number[]): string {
  return JSON.stringify(pks.map(pk => ({ pk })))
}
