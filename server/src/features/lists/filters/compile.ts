import type { ListFieldKind } from '@octavo/contract/list-fields'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { searchForm } from '../../../kernel/text'
import type { Bound, Condition, Operation, Range, TextOperator } from './condition'

type Sql = RawBuilder<SqlBool>

/** SQL of a field in the current query. */
export type FieldSql =
  /** A column of numbers, dates, yes or no, or names that are compared as they are. */
  | { readonly column: RawBuilder<unknown> }
  /** A text column, and its comparison form where lower case is not enough; see `foldedOrNull`. */
  | {
      readonly text: RawBuilder<unknown>
      readonly folded: RawBuilder<unknown>
      /** If it is in another table: its column within one lookup around several conditions. */
      readonly once?: { readonly text: RawBuilder<unknown>; readonly within: (condition: Sql) => Sql }
    }
  /** Anything else, from the operation and the viewer. */
  | { readonly condition: (operation: Operation, userPk: number) => Sql; readonly values?: ValueSql }

/** Source of a field's values: what is shown, and its comparison form. */
export interface ValueSql {
  readonly value: RawBuilder<string | null>
  readonly key: RawBuilder<unknown>
  /** The text that is searched, if it isn't the key. */
  readonly searched?: RawBuilder<string>
  /** Numbers descend, everything else is sorted by count. */
  readonly isNumber?: boolean
  /** Joins the list's rows with the value's tables. */
  readonly join?: RawBuilder<unknown>
}

type Fields = Readonly<Record<string, FieldSql>>

const TRUE = sql<SqlBool>`1 = 1`
const FALSE = sql<SqlBool>`1 = 0`

/** A condition as one SQL expression. An empty `allOf` is true, an empty `anyOf` false. */
export function compileCondition(condition: Condition, fields: Fields, userPk: number): Sql {
  if (condition.kind !== 'field') {
    const parts = compiled(condition.kind, different(condition.of), fields, userPk)
    // Unknown counts as false, so its negation is true.
    return condition.kind === 'not' ? sql<SqlBool>`((${parts[0]}) is not true)` : joined(condition.kind, parts)
  }
  const field = fields[condition.field]
  if (!field) throw new Error(`no column for the field ${condition.field}`)
  return compileOperation(condition.operation, field, userPk)
}

/** Several conditions on one text of another table share its lookup: one for each takes seven times as long. */
function compiled(kind: Condition['kind'], all: readonly Condition[], fields: Fields, userPk: number): readonly Sql[] {
  const groups = Map.groupBy(all, each => (each.kind === 'field' ? each.field : each))
  return [...groups.values()].flatMap(group => {
    const [first] = group
    const field = first?.kind === 'field' ? fields[first.field] : undefined
    if (group.length === 1 || !field || !('text' in field) || !field.once) {
      return group.map(each => compileCondition(each, fields, userPk))
    }
    const { once, folded } = field
    const own = { text: once.text, folded }
    const parts = group.flatMap(each => (each.kind === 'field' ? [compileOperation(each.operation, own, userPk)] : []))
    return [once.within(joined(kind === 'any' ? 'any' : 'all', parts))]
  })
}

function joined(kind: 'all' | 'any', parts: readonly Sql[]): Sql {
  const [first, ...others] = parts
  if (!first) return kind === 'all' ? TRUE : FALSE
  return others.length === 0 ? first : sql<SqlBool>`(${sql.join(parts, kind === 'all' ? sql` and ` : sql` or `)})`
}

/** Removes duplicate conditions. */
function different(conditions: readonly Condition[]): readonly Condition[] {
  return [...new Map(conditions.map(each => [JSON.stringify(each), each])).values()]
}

/** The source of a field's values, for value lists. */
export function valueSql(name: string, field: FieldSql | undefined, kind: ListFieldKind | undefined): ValueSql {
  if (field && 'text' in field) {
    return { value: text(field.text), key: sql`coalesce(${field.folded}, lower(${field.text}))` }
  }
  if (field && 'column' in field) {
    const { column } = field
    if (kind?.family === 'choice') return { value: text(column), key: column }
    if (kind?.family === 'number') return { value: sql`cast(${column} as text)`, key: column, isNumber: true }
  }
  if (field && 'condition' in field && field.values) return field.values
  throw new Error(`the field ${name} has no values`)
}

const text = (column: RawBuilder<unknown>) => sql<string | null>`${column}`

/** One operation on one field. */
export function compileOperation(operation: Operation, field: FieldSql, userPk = 0): Sql {
  if ('condition' in field) return field.condition(operation, userPk)
  return 'text' in field ? compileText(operation, field.text, field.folded) : compileColumn(operation, field.column)
}

function compileText(operation: Operation, text: RawBuilder<unknown>, folded: RawBuilder<unknown>): Sql {
  if (operation.family !== 'text') throw new Error('text is compared with text')
  if (!('value' in operation)) return nullSql(operation.operator, text)
  const compared = sql`coalesce(${folded}, lower(${text}))`
  const is = textSql(operation.operator, searchForm(operation.value), compared)
  return isDenial(operation.operator) ? sql<SqlBool>`(${text} is null or ${is})` : is
}

function nullSql(operator: 'isNull' | 'isNotNull', column: RawBuilder<unknown>): Sql {
  return operator === 'isNull' ? sql<SqlBool>`${column} is null` : sql<SqlBool>`${column} is not null`
}

function isDenial(operator: TextOperator): boolean {
  return operator === 'isNot' || operator === 'doesNotContain'
}

function compileColumn(operation: Operation, column: RawBuilder<unknown>): Sql {
  if ('operator' in operation && (operation.operator === 'isNull' || operation.operator === 'isNotNull')) {
    return nullSql(operation.operator, column)
  }
  switch (operation.family) {
    case 'text':
    case 'uuid':
      throw new Error('texts and ids are compared as their fields say')
    case 'bool':
      return operation.value ? sql<SqlBool>`${column}` : sql<SqlBool>`not ${column}`
    case 'number':
    case 'date':
      if (!('negated' in operation)) throw new Error('range operation without bounds')
      return rangeSql(operation, column)
    case 'choice':
      return operation.operator === 'is'
        ? sql<SqlBool>`${column} = ${operation.value}`
        : sql<SqlBool>`(${column} is null or ${column} <> ${operation.value})`
  }
}

/** A text operation; both sides are folded. */
export function textSql(operator: TextOperator, wanted: string, text: RawBuilder<unknown>): Sql {
  switch (operator) {
    case 'is':
      return sql<SqlBool>`${text} = ${wanted}`
    case 'isNot':
      return sql<SqlBool>`${text} <> ${wanted}`
    case 'contains':
      return like(text, `%${escapeLike(wanted)}%`)
    case 'doesNotContain':
      return sql<SqlBool>`not ${like(text, `%${escapeLike(wanted)}%`)}`
    case 'beginsWith':
      return like(text, `${escapeLike(wanted)}%`)
    case 'endsWith':
      return like(text, `%${escapeLike(wanted)}`)
  }
}

/** `pattern` with `%` and `_` in the user's text escaped. */
function like(text: RawBuilder<unknown>, pattern: string): Sql {
  return sql<SqlBool>`${text} like ${pattern} escape '\\'`
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

function rangeSql(range: Range, column: RawBuilder<unknown>): Sql {
  const parts: Sql[] = []
  if (range.min) {
    const value = bound(range.min)
    parts.push(range.min.inclusive ? sql`${column} >= ${value}` : sql`${column} > ${value}`)
  }
  if (range.max) {
    const value = bound(range.max)
    parts.push(range.max.inclusive ? sql`${column} <= ${value}` : sql`${column} < ${value}`)
  }
  const within = parts.length === 0 ? TRUE : sql<SqlBool>`(${sql.join(parts, sql` and `)})`
  return range.negated ? sql<SqlBool>`(${column} is null or not ${within})` : within
}

/** PostgreSQL infers a parameter's type from the column, and rejects 1.5 for whole numbers. */
function bound({ value }: Bound): RawBuilder<unknown> {
  return Number.isSafeInteger(value) ? sql`${value}` : sql`cast(${value} as double precision)`
}
