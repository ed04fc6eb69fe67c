import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../db'
import type { Viewer } from '../../kernel/viewer'
import { visibilityKey, visible } from '../access'
import { type Condition, compileCondition, type Sort } from '../filters'
import { hasText, type TextAsked, type TextValues, textKind, textValues } from '../words'
import { bookFieldSql } from './book-fields'

/** Which books, in which order, which page of them. */
export interface BookQuestion {
  readonly libraryPk?: number | undefined
  readonly seriesPk?: number | undefined
  readonly condition?: Condition | null | undefined
  readonly text?: TextAsked | null | undefined
  readonly includeDeleted?: boolean | undefined
  readonly sort: Sort
  readonly page: number
  readonly pageSize: number
}

/** Values of a statement about some books. */
export interface ScopeValues extends TextValues {
  readonly userPk: number
  readonly libraryPk: number
  readonly seriesPk: number
}

export function scopeValues(reader: Reader, viewer: Viewer, { libraryPk, seriesPk, text }: BookQuestion) {
  return {
    libraryPk: libraryPk ?? 0,
    seriesPk: seriesPk ?? 0,
    ...textValues(reader.dialect, viewer, text, libraryPk),
  }
}

interface How {
  readonly isWide?: boolean
  /** Which libraries' terms no index of SQLite may be chosen by: what the viewer sees, or also what is asked for. */
  readonly unindexed?: 'none' | 'visible' | 'all'
}

/** The condition that a question is, on rows of `books`. */
export function matching(reader: Reader, viewer: Viewer, question: BookQuestion, p: ScopeValues, how: How = {}) {
  const { condition, text, includeDeleted, libraryPk, seriesPk } = question
  const { isWide = false, unindexed = 'none' } = how
  const seen = visible(viewer, 'books.library_pk')
  const parts = [unindexed === 'none' ? seen : sql<SqlBool>`(${seen}) is true`]
  if (!includeDeleted) parts.push(sql<SqlBool>`not books.deleted`)
  if (libraryPk !== undefined) {
    parts.push(sql<SqlBool>`${unindexed === 'all' ? sql`+` : sql``}books.library_pk = ${p.libraryPk}`)
  }
  if (seriesPk !== undefined) parts.push(sql<SqlBool>`books.series_pk = ${p.seriesPk}`)
  if (condition) parts.push(compileCondition(condition, bookFieldSql(viewer.userPk)))
  if (text) parts.push(hasText(reader.dialect, 'books', text, p, { isWide, hidden: includeDeleted }))
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

/** Conditions carry their values, so that they are part of the key; the viewer's too when they ask for progress. */
export function shapeKey(kind: string, viewer: Viewer, question: BookQuestion, isWide = false): string {
  const { condition, text, includeDeleted, libraryPk, seriesPk } = question
  const scope = `${libraryPk === undefined ? '' : 'library'}${seriesPk === undefined ? '' : 'series'}`
  const filter = condition ? JSON.stringify([condition, viewer.userPk]) : ''
  return `books.${kind}|${visibilityKey(viewer)}|${scope}|${includeDeleted ? 'deleted' : ''}|${textKind(text, isWide)}|${filter}`
}
