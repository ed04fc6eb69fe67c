import type { AlternateTitleDto } from '@octavo/contract/series-side'
import type { Selectable } from 'kysely'
import { type SqlBool, sql } from 'kysely'
import { type Reader, runShape } from '../../../db'
import type { AlternateTitlesTable } from '../../../db/schema/editing'
import { timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { findRow, rowsByKeys } from '../../lists/engine'
import { visibilityKey, visible } from '../../people/access'
import { seriesText } from './series.json'
import { SERIES_JSON, SERIES_ROW, type SeriesRow } from './series-row'

/** @throws NotFound, the same for a missing and a hidden one */
export function findSeries(reader: Reader, viewer: Viewer, id: string): Promise<SeriesRow> {
  return findRow(reader, viewer, SERIES_ROW, id)
}

/** When the viewer finished the last live book of each series in which none is left, by the series' key, in one query. */
export async function finishedSeries(
  reader: Reader,
  viewer: Viewer,
  seriesPks: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (seriesPks.length === 0) return new Map()
  const values = { userPk: viewer.userPk, series: JSON.stringify(seriesPks.map(pk => ({ pk }))) }
  const rows = await runShape<{ pk: number; at: number }, typeof values>(
    reader,
    `series.finished|${visibilityKey(viewer)}`,
    values,
    (query, p) =>
      query
        .selectFrom(reader.dialect.jsonRows<{ pk: number }>(p.series, { pk: 'bigint' }).as('wanted'))
        .innerJoin('series', 'series.pk', 'wanted.pk')
        .innerJoin('read_progress', 'read_progress.series_pk', 'series.pk')
        .innerJoin('books', 'books.pk', 'read_progress.book_pk')
        .where('read_progress.user_pk', '=', p.userPk)
        .where(sql<SqlBool>`read_progress.completed and not books.deleted`)
        .where(visible(viewer, 'series.library_pk'))
        .groupBy(['series.pk', 'series.book_count'])
        .having(sql<SqlBool>`count(*) >= series.book_count`)
        .select(['series.pk', sql<number>`max(read_progress.completed_at)`.as('at')]),
  )
  return new Map(rows.map(row => [row.pk, row.at]))
}

/** Series by their keys, as the contract's text; those that the viewer may not see are left out. */
export async function seriesTexts(
  reader: Reader,
  viewer: Viewer,
  pks: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  return new Map((await rowsByKeys(reader, viewer, SERIES_JSON, pks)).map(row => [row.pk, seriesText(row, viewer)]))
}

/** The other titles of series that the caller has already been allowed to see, by their keys. */
export async function otherTitlesOf(
  reader: Reader,
  series: readonly { readonly pk: number; readonly id: string }[],
): Promise<ReadonlyMap<number, readonly AlternateTitleDto[]>> {
  if (series.length === 0) return new Map()
  const values = { series: JSON.stringify(series.map(({ pk }) => ({ pk }))) }
  const rows = await runShape<Selectable<AlternateTitlesTable>, typeof values>(
    reader,
    'series.other-titles',
    values,
    (query, p) =>
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
