import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../db'
import type { Viewer } from '../../kernel/viewer'
import { visibilityKey, visible } from '../access'
import { type Condition, compileCondition, type Sort } from '../filters'
import { hasText, type TextAsked, type TextValues, textKind, textValues } from '../words'
import { seriesFieldSql } from './series-fields'

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

/** Values of a statement about some series. */
export interface ScopeValues extends TextValues {
  readonly userPk: number
  readonly libraryPk: number
}

export function scopeValues(reader: Reader, viewer: Viewer, { libraryPk, text }: SeriesQuestion) {
  return { libraryPk: libraryPk ?? 0, ...textValues(reader.dialect, viewer, text, libraryPk) }
}

interface How {
  /** No index of SQLite may be chosen by libraries or what limits the viewer: its rows would have to be sorted. */
  readonly byKey?: boolean
  readonly isWide?: boolean
}

/** The condition that a question is, on rows of `series`. */
export function matching(reader: Reader, viewer: Viewer, question: SeriesQuestion, p: ScopeValues, how: How = {}) {
  const { byKey = false, isWide = false } = how
  const { libraryPk, inProgress, condition, text } = question
  const seen = visible(viewer, 'series.library_pk')
  const parts = [byKey ? sql<SqlBool>`(${seen}) is true` : seen, sql<SqlBool>`series.book_count > 0`]
  if (libraryPk !== undefined) parts.push(sql<SqlBool>`${byKey ? sql`+` : sql``}series.library_pk = ${p.libraryPk}`)
  if (inProgress) parts.push(begun(p.userPk))
  if (condition) parts.push(compileCondition(condition, seriesFieldSql(viewer.userPk)))
  if (text) parts.push(hasText(reader.dialect, 'series', text, p, { isWide }))
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
