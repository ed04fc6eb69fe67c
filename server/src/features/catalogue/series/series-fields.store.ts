import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db'
import type { SeriesTable } from '../../../db/schema/series'
import { type SeriesLock, seriesLockBit } from '../../../kernel/field-locks'
import { foldedOrNull } from '../../../kernel/text'
import { named, otherTitles } from './series-names.store'

export { type EditedSeries, type LocksOfSeries, setEditedSeries } from './edited-series.store'
export { lockedKinds } from './locked-kinds.rules'
export { renameInSeries } from './renamed-series.store'
export { SERIES_VALUE_COLUMNS } from './series-fields'
export { seriesLocksView } from './series-locks.view'
export { learnWords, named } from './series-names.store'

/** Sets the results of a refresh on a series, except locked fields. */
export async function setSeriesFields(
  tx: Tx,
  pk: number,
  fields: {
    readonly summary: string | null
    readonly publisher: string | null
    readonly year: number | null
    readonly readingDirection: string | null
    readonly status: string | null
    readonly totalVolumeCount: number | null
  },
  now: number,
): Promise<void> {
  const { summary, publisher, year, readingDirection, status, totalVolumeCount } = fields
  await tx.query
    .updateTable('series')
    .set({
      summary: unlessLocked('summary', 'summary', sql<string | null>`cast(${summary} as text)`),
      summary_folded: unlessLocked('summary', 'summary_folded', sql`cast(${foldedOrNull(summary)} as text)`),
      publisher: unlessLocked('publisher', 'publisher', sql`cast(${publisher} as text)`),
      publisher_folded: unlessLocked('publisher', 'publisher_folded', sql`cast(${foldedOrNull(publisher)} as text)`),
      year: unlessLocked('year', 'year', sql`cast(${year} as integer)`),
      reading_direction: unlessLocked('readingDirection', 'reading_direction', sql`cast(${readingDirection} as text)`),
      status: unlessLocked('status', 'status', sql`cast(${status} as text)`),
      total_volume_count: unlessLocked(
        'totalVolumeCount',
        'total_volume_count',
        sql`cast(${totalVolumeCount} as integer)`,
      ),
      updated_at: now,
    })
    .where('pk', '=', pk)
    .execute()
}

/** Sets a column of a series, unless the field is locked. */
export function unlessLocked<T>(lock: SeriesLock, column: keyof SeriesTable, value: Expression<T>): RawBuilder<T> {
  return sql<T>`case when (series.locks & ${sql.lit(seriesLockBit(lock))}) <> 0 then ${sql.ref(`series.${column}`)}
    else ${value} end`
}

/** The result of a change of title. */
export interface Retitled {
  readonly changed: boolean
  readonly locked: boolean
  readonly sortCleared: boolean
}

/**
 * Changes the title of a series, unless it is locked; with `path` also its place. A sort title belongs to the former
 * title and is cleared, unless it is locked.
 */
export async function retitleSeries(tx: Tx, pk: number, title: string, now: number, path?: string): Promise<Retitled> {
  const row = await tx.query
    .selectFrom('series')
    .select(['title', 'title_sort', 'title_locked', 'title_sort_locked', 'path'])
    .where('pk', '=', pk)
    .modifyEnd(tx.dialect.forUpdate)
    .executeTakeFirst()
  const changed = row !== undefined && !row.title_locked && row.title !== title
  const locked = row?.title_locked ?? false
  if (!row || !(changed || path !== undefined)) return { changed, locked, sortCleared: false }
  const titleSort = changed && !row.title_sort_locked ? null : row.title_sort
  await tx.query
    .updateTable('series')
    .set({
      ...named(changed ? title : row.title, titleSort, path ?? row.path, await otherTitles(tx, pk)),
      updated_at: now,
    })
    .where('pk', '=', pk)
    .execute()
  return { changed, locked, sortCleared: titleSort !== row.title_sort }
}

/** Records that a person has changed fields of a series, which locks them. The caller has locked the row. */
export async function touchSeries(tx: Tx, pk: number, fields: readonly SeriesLock[], now: number): Promise<void> {
  const bits = fields.reduce((sum, field) => sum + seriesLockBit(field), 0)
  await tx.query
    .updateTable('series')
    .set({ locks: sql<number>`locks | ${bits}`, updated_at: now })
    .where('pk', '=', pk)
    .execute()
}

/** Records that a person has set the title of a series. */
export async function lockTitle(tx: Tx, pk: number): Promise<void> {
  await tx.query.updateTable('series').set({ title_locked: true }).where('pk', '=', pk).execute()
}

/** Sets the sharing tags of a series, as a set; null for none. It does not count as an update of the series. */
export async function setSharingSet(tx: Tx, pk: number, setPk: number | null): Promise<void> {
  await tx.query.updateTable('series').set({ sharing_set_pk: setPk }).where('pk', '=', pk).execute()
}

/** Replaces a set of sharing tags on all series that have it; null removes it. */
export async function replaceSharingSet(tx: Tx, fromPk: number, toPk: number | null): Promise<void> {
  await tx.query
    .updateTable('series')
    .set({ sharing_set_pk: toPk })
    .where('sharing_set_pk', 'is not', null)
    .where('sharing_set_pk', '=', fromPk)
    .execute()
}

/** Records that a series was merged into another one; null undoes that. */
export async function setMerged(tx: Tx, pk: number, heirPk: number | null): Promise<void> {
  await tx.query.updateTable('series').set({ merged_into_pk: heirPk }).where('pk', '=', pk).execute()
}
