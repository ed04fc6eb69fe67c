import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { fold } from '../../kernel/text'
import type { Bound, Condition, Operation, TextOperator } from './condition'

type Sql = RawBuilder<SqlBool>

/** How a field is found in the query at hand. */
export type FieldSql =
  /** A column; text is compared folded when the column is. */
  | { readonly column: RawBuilder<unknown>; readonly folded?: boolean }
  /** Anything else, from the operation itself. */
  | { readonly condition: (operation: Operation) => Sql }

const TRUE = sql<SqlBool>`1 = 1`
const FALSE = sql<SqlBool>`1 = 0`

/** A condition as one SQL expression. An empty `allOf` is everything, an empty `anyOf` nothing. */
export function compileCondition(
  condition: Condition,
  fields: Readonly<Record<string, FieldSql>>,
): Expression<SqlBool> {
  if (condition.kind !== 'field') {
    const parts = condition.of.map(each => compileCondition(each, fields))
    if (parts.length === 0) return condition.kind === 'all' ? TRUE : FALSE
    return sql<SqlBool>`(${sql.join(parts, condition.kind === 'all' ? sql` and ` : sql` or `)})`
  }
  const field = fields[condition.field]
  if (!field) throw new Error(`no column for the field ${condition.field}`)
  if ('condition' in field) return field.condition(condition.operation)
  return compileOperation(condition.operation, field.column, field.folded ?? false)
}

function compileOperation(operation: Operation, column: RawBuilder<unknown>, folded: boolean): Sql {
  if ('operator' in operation && (operation.operator === 'isNull' || operation.operator === 'isNotNull')) {
    return operation.operator === 'isNull' ? sql<SqlBool>`${column} is null` : sql<SqlBool>`${column} is not null`
  }
  switch (operation.family) {
    case 'text':
      if (!('value' in operation)) throw new Error('text operation without a value')
      return textSql(operation.operator, operation.value, column, folded)
    case 'uuid':
      return uuidSql(operation.operator, operation.values, column)
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

function textSql(operator: TextOperator, value: string, column: RawBuilder<unknown>, folded: boolean): Sql {
  const text = folded ? column : sql`lower(${column})`
  const wanted = folded ? fold(value) : value.toLowerCase()
  switch (operator) {
    case 'is':
      return sql<SqlBool>`${text} = ${wanted}`
    case 'isNot':
      return sql<SqlBool>`(${column} is null or ${text} <> ${wanted})`
    case 'contains':
      return like(text, `%${escapeLike(wanted)}%`)
    case 'doesNotContain':
      return sql<SqlBool>`(${column} is null or not ${like(text, `%${escapeLike(wanted)}%`)})`
    case 'beginsWith':
      return like(text, `${escapeLike(wanted)}%`)
    case 'endsWith':
      return like(text, `%${escapeLike(wanted)}`)
  }
}

/** The most words of one search that are looked for. */
const MAX_WORDS = 20

/** Every word of the text is in the column, which holds folded text. */
export function containsWords(column: RawBuilder<unknown>, text: string): Sql {
  const words = fold(text).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  if (words.length === 0) return TRUE
  return sql<SqlBool>`(${sql.join(
    words.map(word => like(column, `%${escapeLike(word)}%`)),
    sql` and `,
  )})`
}

/** `pattern` with `%` and `_` of the user's text taken literally. */
function like(text: RawBuilder<unknown>, pattern: string): Sql {
  return sql<SqlBool>`${text} like ${pattern} escape '\\'`
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

function uuidSql(operator: 'in' | 'notIn', values: readonly string[], column: RawBuilder<unknown>): Sql {
  if (values.length === 0) return operator === 'in' ? FALSE : TRUE
  const list = sql.join(values.map(value => sql`${value.toLowerCase()}`))
  return operator === 'in' ? sql<SqlBool>`${column} in (${list})` : sql<SqlBool>`${column} not in (${list})`
}

function rangeSql(
  range: { readonly min: Bound | null; readonly max: Bound | null; readonly negated: boolean },
  column: RawBuilder<unknown>,
): Sql {
  const parts: Sql[] = []
  if (range.min) {
    parts.push(range.min.inclusive ? sql`${column} >= ${range.min.value}` : sql`${column} > ${range.min.value}`)
  }
  if (range.max) {
    parts.push(range.max.inclusive ? sql`${column} <= ${range.max.value}` : sql`${column} < ${range.max.value}`)
  }
  const within = parts.length === 0 ? TRUE : sql<SqlBool>`(${sql.join(parts, sql` and `)})`
  return range.negated ? sql<SqlBool>`(${column} is null or not ${within})` : within
}
