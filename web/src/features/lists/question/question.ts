import type { FieldFilter } from '@octavo/contract/fields'
import {
  BOOK_LIST_FIELDS,
  BOOK_LIST_SORTS,
  type ListDateUnit,
  type ListOperator,
  SERIES_LIST_FIELDS,
  SERIES_LIST_SORTS,
} from '@octavo/contract/list-fields'

/** What is asked of a list and how it is looked at: plain data, as an address or a saved filter has it. */
export type Question = {
  readonly kind: ListKind
  /** Null: everything. */
  readonly condition: Condition | null
  /** Words that are looked for; empty for none. */
  readonly text: string
  /** As the API takes it: `name,asc`, several with `;` between, or `random:7,asc`. */
  readonly sort: string
  readonly view: ListView
}

/** What is to be asked otherwise, and of what was asked last where it is made from that. */
export type QuestionChange = Partial<Question> | ((now: Question) => Partial<Question>)

export type ListKind = 'series' | 'books'
export type ListView = 'grid' | 'list' | 'table'

/** A condition as the API takes it. */
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

/** The order of a list that asks for none: by name, or what fits best to the words that are looked for. */
export const usualSort = (kind: ListKind, text: string): string => (text ? 'relevance,asc' : defaultSort(kind))

/** A node taken apart: a group with its members, or one field with what is asked of it. */
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

/** What stands side by side at the top: all of it has to hold. */
export function partsOf(condition: Condition | null): readonly Condition[] {
  if (!condition) return []
  const part = partOf(condition)
  return part.group === 'all' ? part.of : [condition]
}

/** Null for none. */
export function allOfParts(parts: readonly Condition[]): Condition | null {
  return parts.length === 0 ? null : { allOf: parts }
}
