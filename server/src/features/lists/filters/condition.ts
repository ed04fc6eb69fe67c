import { Uuid } from '@octavo/contract/ids'
import { LIST_DATE_UNITS, LIST_OPERATORS, type ListFieldKind } from '@octavo/contract/list-fields'
import type { Refusal } from '@octavo/contract/refusals'
import { refused } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'

/** A validated condition: a tree of fields of one entity. */
export type Condition =
  | { readonly kind: 'all'; readonly of: readonly Condition[] }
  | { readonly kind: 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: readonly [Condition] }
  | { readonly kind: 'field'; readonly field: string; readonly operation: Operation }

/** One operator with its operand, by family of the field. */
export type Operation =
  | { readonly family: 'text'; readonly operator: TextOperator; readonly value: string }
  | { readonly family: 'uuid'; readonly operator: 'in' | 'notIn'; readonly values: readonly string[] }
  | { readonly family: 'bool'; readonly value: boolean }
  | ({ readonly family: 'number' | 'date' } & Range)
  | { readonly family: 'text' | 'number' | 'date'; readonly operator: 'isNull' | 'isNotNull' }
  | { readonly family: 'choice'; readonly operator: 'is' | 'isNot'; readonly value: string }

export type TextOperator = Exclude<(typeof LIST_OPERATORS.text)[number], 'isNull' | 'isNotNull'>

export interface Range {
  readonly min: Bound | null
  readonly max: Bound | null
  readonly negated: boolean
}

export interface Bound {
  readonly value: number
  readonly inclusive: boolean
}

/** Age, for relative dates. */
const UNITS = { hours: 3_600_000, days: 86_400_000, weeks: 7 * 86_400_000 } as const
const MONTHS = { months: 1, years: 12 } as const

/**
 * Validates a condition from a request body. Dates relative to `now` become absolute, to the minute.
 * @throws BadRequest naming the place and the allowed values
 */
export function parseCondition(
  value: unknown,
  fields: Readonly<Record<string, ListFieldKind>>,
  now: number = Date.now(),
): Condition {
  let terms = 0

  function node(input: unknown, place: string, depth: number): Condition {
    if (depth > LIMITS.lists.conditionDepth)
      fail(place, `nested deeper than ${LIMITS.lists.conditionDepth} levels`, 'filter_large')
    if (++terms > LIMITS.lists.conditionTerms)
      fail(place, `more than ${LIMITS.lists.conditionTerms} terms`, 'filter_large')
    if (!isObject(input)) return fail(place, 'must be an object')
    const names = Object.keys(input)
    const [name] = names
    if (name === undefined || names.length > 1)
      return fail(place, 'must hold exactly one of allOf, anyOf, not or a field')
    if (name === 'allOf' || name === 'anyOf') {
      const list = input[name]
      if (!Array.isArray(list)) return fail(`${place}.${name}`, 'must be a list')
      const of = list.map((each, index) => node(each, `${place}.${name}[${index}]`, depth + 1))
      return { kind: name === 'allOf' ? 'all' : 'any', of }
    }
    if (name === 'not') return { kind: 'not', of: [node(input.not, `${place}.not`, depth + 1)] }
    const kind = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!kind) return fail(`${place}.${name}`, `unknown field; allowed are ${Object.keys(fields).join(', ')}`)
    return { kind: 'field', field: name, operation: operation(input[name], kind, `${place}.${name}`, now) }
  }

  return node(value, 'condition', 1)
}

function operation(input: unknown, kind: ListFieldKind, place: string, now: number): Operation {
  if (!isObject(input)) return fail(place, 'must be an object with an operator')
  const { operator, value } = input
  if (typeof operator !== 'string') return fail(`${place}.operator`, 'is missing')
  const known: readonly string[] = LIST_OPERATORS[kind.family]
  if (!known.includes(operator)) return fail(`${place}.operator`, `unknown; allowed are ${known.join(', ')}`)
  switch (kind.family) {
    case 'text':
      return isNullOperator(operator)
        ? { family: 'text', operator }
        : { family: 'text', operator: operator as TextOperator, value: textOperand(value, place) }
    case 'uuid': {
      const isIn = operator === 'is' || operator === 'in'
      return { family: 'uuid', operator: isIn ? 'in' : 'notIn', values: idsOf(operator, input, place) }
    }
    case 'bool':
      return { family: 'bool', value: operator === 'isTrue' }
    case 'number':
    case 'date':
      return isNullOperator(operator)
        ? { family: kind.family, operator }
        : { family: kind.family, ...rangeOf(kind.family, operator, input, place, now) }
    case 'choice':
      if (typeof value !== 'string' || !kind.choices.includes(value)) {
        return fail(`${place}.value`, `must be one of ${kind.choices.join(', ')}`)
      }
      return { family: 'choice', operator: operator === 'is' ? 'is' : 'isNot', value }
  }
}

function isNullOperator(operator: string): operator is 'isNull' | 'isNotNull' {
  return operator === 'isNull' || operator === 'isNotNull'
}

function textOperand(value: unknown, place: string): string {
  if (typeof value !== 'string') return fail(`${place}.value`, 'must be text')
  if (value.length <= LIMITS.lists.conditionText) return value
  const { conditionText: max } = LIMITS.lists
  return fail(`${place}.value`, `is longer than ${max} characters`, 'text_long', max)
}

function idsOf(operator: string, { value, values }: Record<string, unknown>, place: string): readonly string[] {
  if (operator === 'is' || operator === 'isNot') return isId(value) ? [value] : fail(`${place}.value`, 'must be an id')
  if (!Array.isArray(values) || !values.every(isId)) return fail(`${place}.values`, 'must be a list of ids')
  if (values.length <= LIMITS.lists.conditionValues) return values
  const { conditionValues: max } = LIMITS.lists
  return fail(`${place}.values`, `holds more than ${max} ids`, 'list_long', max)
}

function isId(value: unknown): value is string {
  return Uuid.safeParse(value).success
}

/** Operators with one bound. */
const COMPARISONS: Readonly<Record<string, { readonly side: 'min' | 'max'; readonly inclusive: boolean }>> = {
  gt: { side: 'min', inclusive: false },
  gte: { side: 'min', inclusive: true },
  lt: { side: 'max', inclusive: false },
  lte: { side: 'max', inclusive: true },
  after: { side: 'min', inclusive: false },
  onOrAfter: { side: 'min', inclusive: true },
  before: { side: 'max', inclusive: false },
  onOrBefore: { side: 'max', inclusive: true },
}

function rangeOf(
  family: 'number' | 'date',
  operator: string,
  input: Record<string, unknown>,
  place: string,
  now: number,
): Range {
  const at = (name: string, inclusive = true): Bound => {
    const value = family === 'number' ? input[name] : dateMs(input[name])
    if (typeof value === 'number' && Number.isFinite(value)) return { value, inclusive }
    return fail(
      `${place}.${name}`,
      family === 'number' ? 'must be a number' : 'must be a date such as 2026-01-31T00:00:00Z',
    )
  }
  const range = { min: null, max: null, negated: false }
  const comparison = COMPARISONS[operator]
  if (comparison) return { ...range, [comparison.side]: at('value', comparison.inclusive) }
  if (operator === 'between') {
    const [from, to] = family === 'number' ? ['min', 'max'] : ['start', 'end']
    const bound = (name = '') => (input[name] == null ? null : at(name))
    return { ...range, min: bound(from), max: bound(to) }
  }
  if (operator === 'eq' || operator === 'ne') {
    const bound = at('value')
    return { min: bound, max: bound, negated: operator === 'ne' }
  }
  return { ...range, min: { value: ago(input, place, now), inclusive: true }, negated: operator === 'notInLast' }
}

const DATE =
  /^(?<date>(?:\d{4}|[+-]\d{6})-\d\d-(?<day>\d\d))(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?<zone>Z|[+-]\d\d:\d\d)?)?$/

/** Milliseconds of a day or a moment of ISO 8601; NaN for anything else, such as the 30th of February. */
function dateMs(text: unknown): number {
  if (typeof text !== 'string') return Number.NaN
  const moment = text.toUpperCase()
  const { date, day, zone } = DATE.exec(moment)?.groups ?? {}
  if (new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(day)) return Number.NaN
  return Date.parse(zone === undefined && moment !== date ? `${moment}Z` : moment)
}

/** The moment `value` `unit`s before now, to the minute, so that repeated requests are equal. */
function ago(input: Record<string, unknown>, place: string, now: number): number {
  const { value } = input
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 10_000) {
    return fail(`${place}.value`, 'must be a whole number from 0 to 10000')
  }
  const unit = LIST_DATE_UNITS.find(each => each === input.unit)
  if (!unit) return fail(`${place}.unit`, `must be one of ${LIST_DATE_UNITS.join(', ')}`)
  const minute = Math.floor(now / 60_000) * 60_000
  if (unit === 'months' || unit === 'years') {
    const date = new Date(minute)
    const day = date.getUTCDate()
    date.setUTCMonth(date.getUTCMonth() - value * MONTHS[unit])
    // In a month without that day: its last one.
    if (date.getUTCDate() !== day) date.setUTCDate(0)
    return Math.max(date.getTime(), 0)
  }
  return Math.max(minute - value * UNITS[unit], 0)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fail(place: string, problem: string, reason: Refusal = 'field_bad', max?: number): never {
  throw refused('BadRequest', reason, `${place}: ${problem}`, { path: place, ...(max !== undefined && { max }) })
}

/** Whether a condition contains one of these fields. */
export function usesField(condition: Condition | null | undefined, fields: ReadonlySet<string>): boolean {
  if (!condition) return false
  return condition.kind === 'field' ? fields.has(condition.field) : condition.of.some(each => usesField(each, fields))
}
