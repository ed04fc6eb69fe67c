import { type SqlBool, sql } from 'kysely'
import { type Reader, runShape } from '../../db'
import type { Viewer } from '../../kernel/viewer'
import { isPartial, visibilityKey, visible, visibleCounts } from '../access'
import { type Condition, compileCondition, joinsOf, orderBy, ranks, type Sort } from '../filters'
import { hasText, rankOrder, type TextAsked, type TextValues, textKind, textValues, withOtherWords } from '../words'
import { SERIES_SORT_DEFAULT, SERIES_SORTS, seriesFieldSql } from './series-fields'
import { SERIES_COLUMNS, type SeriesRow } from './series-row'

/** Which series, in which order, which page of them. Series without a live book are never listed. */
export interface SeriesQuestion {
  readonly libraryPk?: number | undefined
  readonly condition?: Condition | null | undefined
  readonly text?: TextAsked | null | undefined
  /** Begun by the viewer and not finished. */
  readonly inProgress?: boolean | undefined
  readonly sort: Sort
  readonly page: number
  readonly pageSize: number
}

/**
 * One page of series and how many there are in all: two statements, run side by side. When no series has a word that is
 * looked for, two more with words like it.
 */
export async function selectSeries(
  reader: Reader,
  viewer: Viewer,
  asked: SeriesQuestion,
): Promise<{ rows: SeriesRow[]; total: number }> {
  const both = async (question: SeriesQuestion) => {
    const [rows, total] = await Promise.all([
      seriesRows(reader, viewer, question),
      countSeries(reader, viewer, question),
    ])
    return { rows, total }
  }
  const found = await both(asked)
  const text = found.total === 0 && asked.text ? await withOtherWords(reader, 'series', asked.text) : null
  return text ? both({ ...asked, text }) : found
}

/** The rows of one page: their keys come from an index alone, then only they are joined. */
export function seriesRows(reader: Reader, viewer: Viewer, question: SeriesQuestion): Promise<SeriesRow[]> {
  const { page, pageSize, text } = question
  const isRanked = ranks(question.sort, SERIES_SORTS)
  const sort = isRanked ? SERIES_SORT_DEFAULT : question.sort
  const byRank = isRanked && text
  const values = {
    limit: pageSize,
    offset: Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER),
    userPk: viewer.userPk,
    ...scopeValues(reader, viewer, question),
  }
  const key = `${shapeKey('rows', viewer, question)}|${byRank ? 'ranked' : JSON.stringify(sort)}`
  return runShape<SeriesRow, typeof values>(reader, key, values, (query, p) => {
    let keys = query.selectFrom('series').select('series.pk')
    if (joinsOf(sort, SERIES_SORTS).has('progress')) {
      keys = keys.leftJoin('series_progress', join =>
        join.onRef('series_progress.series_pk', '=', 'series.pk').on('series_progress.user_pk', '=', p.userPk),
      )
    }
    const usual = orderBy(reader, SERIES_SORTS, sort, sql`series.pk`)
    const order = (byRank ? sql`${rankOrder(sql`series.sort_key`, p)}, ${usual}` : usual) as never
    keys = keys
      .where(matching(reader, viewer, question, p))
      .orderBy(order)
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
      .orderBy(order)
  })
}

/** How many series begin with each character, in the order of lists. */
export async function seriesGroups(
  reader: Reader,
  viewer: Viewer,
  asked: Pick<SeriesQuestion, 'libraryPk' | 'condition' | 'text'>,
): Promise<{ group: string; count: number }[]> {
  const question = { ...asked, sort: SERIES_SORT_DEFAULT, page: 1, pageSize: 1 }
  const values = { userPk: viewer.userPk, ...scopeValues(reader, viewer, question) }
  const rows = await runShape<{ group: string; count: number }, typeof values>(
    reader,
    shapeKey('groups', viewer, question),
    values,
    (query, p) => {
      const title = sql`case when series.title_sort is null
        then coalesce(series.title_folded, lower(series.title))
        else coalesce(series.title_sort_folded, lower(series.title_sort)) end`
      return query
        .selectFrom('series')
        .where(matching(reader, viewer, question, p))
        .select(sql<string>`substr(${title}, 1, 1)`.as('group'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .groupBy(sql`1`)
        .orderBy(sql`min(series.sort_key)`)
    },
  )
  return rows.map(({ group, count }) => ({ group: group || '#', count }))
}

/** Where nothing is filtered the number is kept, not counted. */
async function countSeries(reader: Reader, viewer: Viewer, question: SeriesQuestion): Promise<number> {
  const plain = !question.condition && !question.text && !question.inProgress
  if (plain && isPartial(viewer)) {
    const counts = await visibleCounts(reader, viewer)
    const { libraryPk } = question
    return counts.reduce(
      (sum, row) => sum + (libraryPk === undefined || row.library_pk === libraryPk ? row.series : 0),
      0,
    )
  }
  const values = { userPk: viewer.userPk, ...scopeValues(reader, viewer, question) }
  const [row] = await runShape<{ total: number | null }, typeof values>(
    reader,
    shapeKey(plain ? 'kept-count' : 'count', viewer, question),
    values,
    (query, p) => {
      if (!plain) {
        return query
          .selectFrom('series')
          .where(matching(reader, viewer, question, p))
          .select(({ fn }) => fn.countAll<number>().as('total'))
      }
      let libraries = query.selectFrom('libraries').where(visible(viewer, 'libraries.pk'))
      if (question.libraryPk !== undefined) libraries = libraries.where('libraries.pk', '=', p.libraryPk)
      return libraries.select(sql<number>`cast(sum(series_count) as bigint)`.as('total'))
    },
  )
  return row?.total ?? 0
}

interface ScopeValues extends TextValues {
  readonly userPk: number
  readonly libraryPk: number
}

export function scopeValues(reader: Reader, viewer: Viewer, { libraryPk, text }: SeriesQuestion) {
  return { libraryPk: libraryPk ?? 0, ...textValues(reader.dialect, viewer, text, libraryPk) }
}

export function matching(reader: Reader, viewer: Viewer, question: SeriesQuestion, p: ScopeValues) {
  const { libraryPk, inProgress, condition, text } = question
  const parts = [visible(viewer, 'series.library_pk'), sql<SqlBool>`series.book_count > 0`]
  if (libraryPk !== undefined) parts.push(sql<SqlBool>`series.library_pk = ${p.libraryPk}`)
  if (inProgress) parts.push(begun(p.userPk))
  if (condition) parts.push(compileCondition(condition, seriesFieldSql(viewer.userPk)))
  if (text) parts.push(hasText(reader.dialect, 'series', text, p))
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

function begun(userPk: number) {
  return sql<SqlBool>`exists (select 1 from series_progress as own
    where own.series_pk = series.pk and own.user_pk = ${userPk}
    and own.completed_count + own.in_progress_count > 0 and own.completed_count < series.book_count)`
}

export function shapeKey(kind: string, viewer: Viewer, question: SeriesQuestion): string {
  const { condition, text, libraryPk, inProgress } = question
  const filter = condition ? JSON.stringify([condition, viewer.userPk]) : ''
  return `series.${kind}|${visibilityKey(viewer)}|${libraryPk === undefined ? '' : 'library'}|${inProgress ? 'begun' : ''}|${textKind(text)}|${filter}`
}
