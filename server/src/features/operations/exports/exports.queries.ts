import { sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import { LIMITS } from '../../../kernel/limits'
import type { Viewer } from '../../../kernel/viewer'
import { visibilityKey, visible } from '../../people/access'
import type { ExportKind, ExportRow } from './exports.store'

/** An export with the progress of its task. */
export type ShownExport = ExportRow & {
  readonly current: number | null
  readonly total: number | null
  readonly message: string | null
}

/** The viewer's exports, newest first; with an id, only that one. */
export async function ownExports(
  reader: Reader,
  viewer: Viewer,
  kind: ExportKind,
  id: string | null = null,
): Promise<ShownExport[]> {
  return reader.query
    .selectFrom('exports')
    .leftJoin('tasks', 'tasks.id', 'exports.task_id')
    .selectAll('exports')
    .select(['tasks.progress_current as current', 'tasks.progress_total as total'])
    .select('tasks.progress_message as message')
    .where('exports.user_pk', '=', viewer.userPk)
    .where('exports.kind', '=', kind)
    .$if(id !== null, query => query.where('exports.id', '=', id?.toLowerCase() ?? ''))
    .orderBy('exports.pk', 'desc')
    .limit(LIMITS.exports.finished + LIMITS.exports.running)
    .execute()
}

/** Whether all of these series that still exist are visible to the viewer. */
export async function seesAll(reader: Reader, viewer: Viewer, seriesPks: readonly number[]): Promise<boolean> {
  if (viewer.visibility.kind === 'all' || seriesPks.length === 0) return true
  const [hidden] = await runPrepared<{ pk: number }, { pks: string }>(
    reader,
    `exports.hidden|${visibilityKey(viewer)}`,
    { pks: JSON.stringify(seriesPks) },
    p => sql`select series.pk from series where ${reader.dialect.isKeyOf(sql.ref('series.pk'), p.pks)}
      and not (${visible(viewer, 'series.library_pk')}) limit 1`,
  )
  return hidden === undefined
}

/** Keys of all visible books of some series: in the given order of series, each in reading order. */
export async function booksOfSeries(reader: Reader, viewer: Viewer, seriesPks: readonly number[]): Promise<number[]> {
  const rows = await runPrepared<{ pk: number; series_pk: number }, { pks: string }>(
    reader,
    `exports.books|${visibilityKey(viewer)}`,
    { pks: JSON.stringify(seriesPks) },
    p => sql`select books.pk, books.series_pk from books
      where ${reader.dialect.isKeyOf(sql.ref('books.series_pk'), p.pks)} and not books.deleted
      and ${visible(viewer, 'books.library_pk')}
      order by books.series_pk, books.number ${reader.dialect.nullsOrder('asc')}, books.sort_key, books.pk`,
  )
  const bySeries = Map.groupBy(rows, row => row.series_pk)
  return seriesPks.flatMap(pk => (bySeries.get(pk) ?? []).map(row => row.pk))
}
