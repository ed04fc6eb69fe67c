import type { AlternateTitleDto } from '@octavo/contract/series-side'
import { sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import { timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { findRow } from '../../lists/engine'
import { visibilityKey, visible } from '../../people/access'
import { SERIES_ROW, type SeriesRow } from './series-row'

/** @throws NotFound for a missing or hidden one */
export function findSeries(reader: Reader, viewer: Viewer, id: string): Promise<SeriesRow> {
  return findRow(reader, viewer, SERIES_ROW, id)
}

/**
 * How often the viewer finished every live book of each series, and when last, by the series' key, in one query: the
 * n-th reading of the series consists of the n-th readings of all books.
 */
export async function finishedSeries(
  reader: Reader,
  viewer: Viewer,
  seriesPks: readonly number[],
): Promise<ReadonlyMap<number, Finished>> {
  if (seriesPks.length === 0) return new Map()
  const values = { userPk: viewer.userPk, series: JSON.stringify(seriesPks) }
  const rows = await runPrepared(
    reader,
    `series.finished|${visibilityKey(viewer)}`,
    values,
    p => sql<Finished & { pk: number }>`select pk, count(*) as count, cast(max(ended_at) as bigint) as last_at from (
        select pk, turn, max(ended_at) as ended_at from (
          select series.pk, series.book_count, readings.ended_at,
            row_number() over (partition by readings.book_pk order by readings.ended_at, readings.pk) as turn
          from series
          inner join books on books.series_pk = series.pk and not books.deleted
          inner join readings on readings.book_pk = books.pk and readings.user_pk = ${p.userPk} and readings.completed
          where ${reader.dialect.isKeyOf(sql.ref('series.pk'), p.series)} and ${visible(viewer, 'series.library_pk')}
        ) as numbered group by pk, book_count, turn having count(*) >= book_count
      ) as finished group by pk`,
  )
  return new Map(rows.map(row => [row.pk, row]))
}

export interface Finished {
  readonly count: number
  readonly last_at: number
}

/** The alternate titles of series by key; the caller has checked access. */
export async function otherTitlesOf(
  reader: Reader,
  series: readonly { readonly pk: number; readonly id: string }[],
): Promise<ReadonlyMap<number, readonly AlternateTitleDto[]>> {
  if (series.length === 0) return new Map()
  const values = { series: JSON.stringify(series.map(({ pk }) => ({ pk }))) }
  const rows = await runPrepared(reader, 'series.other-titles', values, (p, query) =>
    query
      .selectFrom(reader.dialect.jsonRows<{ pk: number }>(p.series, { pk: 'bigint' }).as('wanted'))
      .innerJoin('alternate_titles', 'alternate_titles.series_pk', 'wanted.pk')
      .selectAll('alternate_titles')
      .orderBy('alternate_titles.pk'),
  )
  const ids = new Map(series.map(({ pk, id }) => [pk, id]))
  const titles = new Map<number, AlternateTitleDto[]>()
  for (const { series_pk, id, label, title, created_at, updated_at } of rows) {
    const own = titles.get(series_pk) ?? []
    titles.set(series_pk, own)
    const times = { createdAt: timestamp(created_at), updatedAt: timestamp(updated_at) }
    own.push({ id, seriesId: ids.get(series_pk) ?? '', label, title, ...times })
  }
  return titles
}
