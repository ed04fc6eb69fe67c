import type { FieldFilter } from '@octavo/contract/fields'
import {
  BOOK_LIST_FIELDS,
  BOOK_LIST_SORTS,
  type ListDateUnit,
  type ListOperator,
  SERIES_LIST_FIELDS,
  SERIES_LIST_SORTS,
} from '@octavo/contract/list-fields'

/** The query and view of a list: plain data, as stored in an address or a saved filter. */
export type Question = {
  readonly kind: ListKind
  /** Null: no filter. */
  readonly condition: Condition | null
  /** Search text; may be empty. */
  readonly text: string
  /** In the API's format: `name,asc`, several separated by `;`, or `random:7,asc`. */
  readonly sort: string
  readonly view: ListView
}

/** A partial change, or a function of the current query. */
export type QuestionChange = Partial<Question> | ((now: Question) => Partial<Question>)

export type ListKind = 'series' | 'books'
export type ListView = 'grid' | 'list' | 'table'

/** A condition in the API's format. */
export type Condition =
  | { readonly allOf: readonly Condition[] }
  | { readonly anyOf: readonly Condition[] }
  | { readonly not: Condition }
  | FieldCondition

/** Exactly one field. */
export type FieldCondition = { readonly [field: string]: Operation }

export type Operation = {
  readonly operator: ListOperator
  readonly value?: string | number
  readonly values?: readonly string[]
  readonly min?: number
  readonly max?: number
  readonly start?: string
  readonly end?: string
  readonly unit?: ListDateUnit
}

export type Group = 'all' | 'any' | 'none'

export const fieldsOf = (kind: ListKind): Readonly<Record<string, FieldFilter>> =>
  kind === 'series' ? SERIES_LIST_FIELDS : BOOK_LIST_FIELDS

export const sortsOf = (kind: ListKind): readonly string[] => (kind === 'series' ? SERIES_LIST_SORTS : BOOK_LIST_SORTS)

export const defaultSort = (kind: ListKind): string => `${sortsOf(kind)[0]},asc`

/** The default sort: by name, or by best match for a search. */
export const usualSort = (kind: ListKind, text: string): string => (text ? 'relevance,asc' : defaultSort(kind))

/** A parsed node: a group with its members, or one field with its operation. */
export type Part =
  | { readonly group: Group; readonly of: readonly Condition[] }
  | { readonly group: null; readonly field: string; readonly operation: Operation }

export function partOf(condition: Condition): Part {
  if ('allOf' in condition && Array.isArray(condition.allOf)) return { group: 'all', of: condition.allOf }
  if ('anyOf' in condition && Array.isArray(condition.anyOf)) return { group: 'any', of: condition.anyOf }
  if ('not' in condition) {
    const inner = condition.not as Condition
    const part = partOf(inner)
    return { group: 'none', of: part.group === 'any' ? part.of : [inner] }
  }
  const [[field, operation] = ['', { operator: 'is' }]] = Object.entries(condition as FieldCondition)
  return { group: null, field, operation: operation as Operation }
}

export function groupOf(group: Group, of: readonly Condition[]): Condition {
  if (group === 'all') return { allOf: of }
  return group === 'any' ? { anyOf: of } : { not: { anyOf: of } }
}

/** The conditions at the top level: all of them must match. */
export function partsOf(condition: Condition | null): readonly Condition[] {
  if (!condition) return []
  const part = partOf(condition)
  return part.group === 'all' ? part.of : [condition]
}

/** Null if empty. */
export function allOfParts(parts: readonly Condition[]): Condition | null {
  return parts.length === 0 ? null : { allOf: parts }
}
