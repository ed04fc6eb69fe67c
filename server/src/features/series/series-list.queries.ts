import { type SqlBool, sql } from 'kysely'
import { type Reader, runShape } from '../../db'
import type { Viewer } from '../../kernel/viewer'
import { visibilityKey, visible } from '../access'
import { type Condition, compileCondition, containsWords, orderBy, type Sort } from '../filters'
import { SERIES_SORTS, seriesFieldSql } from './series-fields'
import { SERIES_COLUMNS, type SeriesRow } from './series-row'

/** Which series, in which order, which page of them. Series without a live book are never listed. */
export interface SeriesQuestion {
  readonly libraryPk?: number | undefined
  readonly condition?: Condition | null | undefined
  readonly text?: string | null | undefined
  /** Begun by the viewer and not finished. */
  readonly inProgress?: boolean | undefined
  readonly sort: Sort
  readonly page: number
  readonly pageSize: number
}

/** One page of series and how many there are in all: two statements, run side by side. */
export async function selectSeries(
  reader: Reader,
  viewer: Viewer,
  question: SeriesQuestion,
): Promise<{ rows: SeriesRow[]; total: number }> {
  const [rows, total] = await Promise.all([seriesRows(reader, viewer, question), countSeries(reader, viewer, question)])
  return { rows, total }
}

/** The rows of one page: their keys come from an index alone, then only they are joined. */
export function seriesRows(reader: Reader, viewer: Viewer, question: SeriesQuestion): Promise<SeriesRow[]> {
  const { sort, page, pageSize } = question
  const values = {
    limit: pageSize,
    offset: Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER),
    userPk: viewer.userPk,
    libraryPk: question.libraryPk ?? 0,
  }
  return runShape<SeriesRow, typeof values>(reader, shapeKey('rows', viewer, question), values, (query, p) => {
    const field = SERIES_SORTS[sort.field]
    if (!field) throw new Error(`no sort ${sort.field}`)
    let keys = query.selectFrom('series').select('series.pk')
    if (field.join === 'progress') {
      keys = keys.leftJoin('series_progress', join =>
        join.onRef('series_progress.series_pk', '=', 'series.pk').on('series_progress.user_pk', '=', p.userPk),
      )
    }
    keys = keys
      .where(matching(viewer, question, p))
      .orderBy(orderBy(reader, field, sort, sql`series.pk`) as never)
      .limit(p.limit)
      .offset(p.offset)
    // SQLite keeps the order of cross joins: else it may begin with the largest table, and sort all of it.
    return query
      .selectFrom(keys.as('page'))
      .crossJoin('series')
      .crossJoin('libraries')
      .leftJoin('books as cover', 'cover.pk', 'series.cover_book_pk')
      .leftJoin('series_progress', join =>
        join.onRef('series_progress.series_pk', '=', 'series.pk').on('series_progress.user_pk', '=', p.userPk),
      )
      .whereRef('series.pk', '=', 'page.pk')
      .whereRef('libraries.pk', '=', 'series.library_pk')
      .select(SERIES_COLUMNS)
      .orderBy(orderBy(reader, field, sort, sql`series.pk`) as never)
  })
}

/** Where nothing is filtered the number is kept, not counted. */
async function countSeries(reader: Reader, viewer: Viewer, question: SeriesQuestion): Promise<number> {
  const plain = !question.condition && !question.text && !question.inProgress
  const values = { userPk: viewer.userPk, libraryPk: question.libraryPk ?? 0 }
  const [row] = await runShape<{ total: number | null }, typeof values>(
    reader,
    shapeKey(plain ? 'kept-count' : 'count', viewer, question),
    values,
    (query, p) => {
      if (!plain) {
        return query
          .selectFrom('series')
          .where(matching(viewer, question, p))
          .select(({ fn }) => fn.countAll<number>().as('total'))
      }
      let libraries = query.selectFrom('libraries').where(visible(viewer, 'libraries.pk'))
      if (question.libraryPk !== undefined) libraries = libraries.where('libraries.pk', '=', p.libraryPk)
      return libraries.select(sql<number>`cast(sum(series_count) as bigint)`.as('total'))
    },
  )
  return row?.total ?? 0
}

function matching(viewer: Viewer, question: SeriesQuestion, p: { userPk: number; libraryPk: number }) {
  const parts = [visible(viewer, 'series.library_pk'), sql<SqlBool>`series.book_count > 0`]
  if (question.libraryPk !== undefined) parts.push(sql<SqlBool>`series.library_pk = ${p.libraryPk}`)
  if (question.inProgress) parts.push(begun(p.userPk))
  if (question.condition) parts.push(compileCondition(question.condition, seriesFieldSql(viewer.userPk)))
  if (question.text) parts.push(containsWords(sql`series.search_text`, question.text))
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

function begun(userPk: number) {
  return sql<SqlBool>`exists (select 1 from series_progress as own
    where own.series_pk = series.pk and own.user_pk = ${userPk}
    and own.completed_count + own.in_progress_count > 0 and own.completed_count < series.book_count)`
}

function shapeKey(kind: string, viewer: Viewer, question: SeriesQuestion): string {
  const { sort, condition, text, libraryPk, inProgress } = question
  const filter = condition || text ? JSON.stringify([condition, text, viewer.userPk]) : ''
  return `series.${kind}|${visibilityKey(viewer)}|${libraryPk === undefined ? '' : 'library'}|${inProgress ? 'begun' : ''}|${sort.field},${sort.direction}|${filter}`
}
