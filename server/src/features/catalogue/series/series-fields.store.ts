import { type Expression, type RawBuilder, sql } from 'kysely'
import { lockTogether, type Tx } from '../../../db'
import type { SeriesTable } from '../../../db/schema/series'
import { type SeriesLock, seriesLockBit } from '../../../kernel/field-locks'
import { foldedOrNull } from '../../../kernel/text'
import { SERIES_VALUE_COLUMNS } from './series-fields'
import { named, otherTitles } from './series-names.store'

export { type EditedSeries, type LocksOfSeries, setEditedSeries } from './edited-series.store'
export { renameInSeries } from './renamed-series.store'
export { SERIES_VALUE_COLUMNS } from './series-fields'
export { lockedKinds, seriesLocksView } from './series-locks.rules'
export { learnWords, named } from './series-names.store'

/** Sets the results of a refresh on a series, except locked fields. */
export async function setSeriesFields(
  tx: Tx,
  pk: number,
  fields: {
    readonly [Name in keyof typeof REFRESHED]: (typeof REFRESHED)[Name] extends 'text' ? string | null : number | null
  },
  now: number,
): Promise<void> {
  const columns = (Object.keys(REFRESHED) as (keyof typeof REFRESHED)[]).flatMap(name => {
    const column = SERIES_VALUE_COLUMNS[name]
    const cast = (value: string | number | null) => sql`cast(${value} as ${sql.raw(REFRESHED[name])})`
    const set = [[column, unlessLocked(name, column, cast(fields[name]))]]
    if (name !== 'summary' && name !== 'publisher') return set
    return [...set, [`${name}_folded`, unlessLocked(name, `${name}_folded`, cast(foldedOrNull(fields[name])))]]
  })
  await tx.query
    .updateTable('series')
    .set({ ...Object.fromEntries(columns), updated_at: now })
    .where('pk', '=', pk)
    .execute()
}

/** The type of each field that a refresh sets. */
const REFRESHED = {
  ...{ summary: 'text', publisher: 'text', year: 'integer', readingDirection: 'text', status: 'text' },
  totalVolumeCount: 'integer',
} as const satisfies { readonly [Name in SeriesLock & keyof typeof SERIES_VALUE_COLUMNS]?: 'text' | 'integer' }

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

/** The distinct series of some books. */
export async function seriesOfBooks(tx: Tx, bookPks: readonly number[]): Promise<number[]> {
  const query = tx.query.selectFrom('books').select('series_pk').distinct()
  const rows = await query.where(tx.dialect.isKeyOf(sql.ref('pk'), JSON.stringify(bookPks))).execute()
  return rows.map(row => row.series_pk)
}

/** Locks series until the transaction ends. Always lock them before writing their books, to prevent deadlocks. */
export async function lockSeries(tx: Tx, pks: Iterable<number>): Promise<void> {
  const some = [...new Set(pks)]
  // On SQLite a write transaction is exclusive already.
  if (tx.dialect.kind === 'sqlite' || some.length === 0) return
  const query = tx.query.selectFrom('series').select('pk').where('pk', 'in', some).orderBy('pk')
  await query.modifyEnd(tx.dialect.forUpdate).execute()
}

/** Does the same for the series of these books, even if a book is moved in the meantime. */
export async function lockSeriesOfBooks(tx: Tx, pks: readonly number[]): Promise<void> {
  if (tx.dialect.kind === 'sqlite' || pks.length === 0) return
  const look = async () => ({ found: undefined, keys: await seriesOfBooks(tx, pks) })
  await lockTogether(tx, (await look()).keys, keys => lockSeries(tx, keys), look)
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
