import { Uuid } from '@octavo/contract/ids'
import { AppError } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'

/** A checked condition: a tree of fields of one entity. */
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
  | {
      readonly family: 'number' | 'date'
      readonly min: Bound | null
      readonly max: Bound | null
      readonly negated: boolean
    }
  | { readonly family: 'text' | 'number' | 'date'; readonly operator: 'isNull' | 'isNotNull' }
  | { readonly family: 'choice'; readonly operator: 'is' | 'isNot'; readonly value: string }

export type TextOperator = 'is' | 'isNot' | 'contains' | 'doesNotContain' | 'beginsWith' | 'endsWith'

export interface Bound {
  readonly value: number
  readonly inclusive: boolean
}

/** How long ago, for dates that are counted from now. */
const UNITS = { hours: 3_600_000, days: 86_400_000, weeks: 7 * 86_400_000 } as const
const MONTHS = { months: 1, years: 12 } as const
type Unit = keyof typeof UNITS | keyof typeof MONTHS
const UNIT_NAMES = [...Object.keys(UNITS), ...Object.keys(MONTHS)] as readonly Unit[]

/** What may be asked of a field. */
export type FieldKind =
  | { readonly family: 'text' | 'uuid' | 'bool' | 'number' | 'date' }
  | { readonly family: 'choice'; readonly choices: readonly string[] }

const TEXT_OPERATORS: readonly TextOperator[] = ['is', 'isNot', 'contains', 'doesNotContain', 'beginsWith', 'endsWith']

/**
 * Checks a condition as it came in a request body. Dates counted from `now` are made absolute, to the minute.
 * @throws BadRequest naming the place and what is allowed there
 */
export function parseCondition(
  value: unknown,
  fields: Readonly<Record<string, FieldKind>>,
  now: number = Date.now(),
): Condition {
  let terms = 0

  function node(input: unknown, place: string, depth: number): Condition {
    if (depth > LIMITS.lists.conditionDepth) fail(place, `nested deeper than ${LIMITS.lists.conditionDepth} levels`)
    if (++terms > LIMITS.lists.conditionTerms) fail(place, `more than ${LIMITS.lists.conditionTerms} terms`)
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

function operation(input: unknown, kind: FieldKind, place: string, now: number): Operation {
  if (!isObject(input)) return fail(place, 'must be an object with an operator')
  const operator = input.operator
  if (typeof operator !== 'string') return fail(`${place}.operator`, 'is missing')
  switch (kind.family) {
    case 'text':
      return textOperation(operator, input, place)
    case 'uuid':
      return uuidOperation(operator, input, place)
    case 'bool':
      if (operator !== 'isTrue' && operator !== 'isFalse') return unknownOperator(place, ['isTrue', 'isFalse'])
      return { family: 'bool', value: operator === 'isTrue' }
    case 'number':
      return numberOperation(operator, input, place)
    case 'date':
      return dateOperation(operator, input, place, now)
    case 'choice':
      if (operator !== 'is' && operator !== 'isNot') return unknownOperator(place, ['is', 'isNot'])
      if (typeof input.value !== 'string' || !kind.choices.includes(input.value)) {
        return fail(`${place}.value`, `must be one of ${kind.choices.join(', ')}`)
      }
      return { family: 'choice', operator, value: input.value }
  }
}

function textOperation(operator: string, input: Record<string, unknown>, place: string): Operation {
  if (operator === 'isNull' || operator === 'isNotNull') return { family: 'text', operator }
  const known = TEXT_OPERATORS.find(each => each === operator)
  if (!known) return unknownOperator(place, [...TEXT_OPERATORS, 'isNull', 'isNotNull'])
  if (typeof input.value !== 'string') return fail(`${place}.value`, 'must be text')
  if (input.value.length > LIMITS.lists.conditionText) {
    return fail(`${place}.value`, `is longer than ${LIMITS.lists.conditionText} characters`)
  }
  return { family: 'text', operator: known, value: input.value }
}

function uuidOperation(operator: string, input: Record<string, unknown>, place: string): Operation {
  if (operator === 'is' || operator === 'isNot') {
    if (!isId(input.value)) return fail(`${place}.value`, 'must be an id')
    return { family: 'uuid', operator: operator === 'is' ? 'in' : 'notIn', values: [input.value] }
  }
  if (operator !== 'in' && operator !== 'notIn') return unknownOperator(place, ['is', 'isNot', 'in', 'notIn'])
  const { values } = input
  if (!Array.isArray(values) || !values.every(isId)) {
    return fail(`${place}.values`, 'must be a list of ids')
  }
  if (values.length > LIMITS.lists.conditionValues) {
    return fail(`${place}.values`, `holds more than ${LIMITS.lists.conditionValues} ids`)
  }
  return { family: 'uuid', operator, values }
}

function isId(value: unknown): value is string {
  return Uuid.safeParse(value).success
}

const COMPARISONS: Readonly<Record<string, { side: 'min' | 'max'; inclusive: boolean }>> = {
  gt: { side: 'min', inclusive: false },
  gte: { side: 'min', inclusive: true },
  lt: { side: 'max', inclusive: false },
  lte: { side: 'max', inclusive: true },
  after: { side: 'min', inclusive: false },
  onOrAfter: { side: 'min', inclusive: true },
  before: { side: 'max', inclusive: false },
  onOrBefore: { side: 'max', inclusive: true },
}

function numberOperation(operator: string, input: Record<string, unknown>, place: string): Operation {
  const number = (name: string) => {
    const value = input[name]
    return typeof value === 'number' && Number.isFinite(value) ? value : fail(`${place}.${name}`, 'must be a number')
  }
  if (operator === 'isNull' || operator === 'isNotNull') return { family: 'number', operator }
  if (operator === 'eq' || operator === 'ne') {
    const bound = { value: number('value'), inclusive: true }
    return { family: 'number', min: bound, max: bound, negated: operator === 'ne' }
  }
  if (operator === 'between') {
    return {
      family: 'number',
      min: input.min == null ? null : { value: number('min'), inclusive: true },
      max: input.max == null ? null : { value: number('max'), inclusive: true },
      negated: false,
    }
  }
  const names = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between', 'isNull', 'isNotNull']
  if (!names.includes(operator)) return unknownOperator(place, names)
  return oneSided('number', operator, number('value'))
}

const DATE =
  /^(?<date>(?:\d{4}|[+-]\d{6})-\d\d-(?<day>\d\d))(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?<zone>Z|[+-]\d\d:\d\d)?)?$/

/** Milliseconds of a day or a moment of ISO 8601; NaN for anything else, such as the 30th of February. */
function dateMs(text: string): number {
  const moment = text.toUpperCase()
  const { date, day, zone } = DATE.exec(moment)?.groups ?? {}
  if (new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(day)) return Number.NaN
  return Date.parse(zone === undefined && moment !== date ? `${moment}Z` : moment)
}

function dateOperation(operator: string, input: Record<string, unknown>, place: string, now: number): Operation {
  const date = (name: string) => {
    const value = input[name]
    const ms = typeof value === 'string' ? dateMs(value) : Number.NaN
    return Number.isNaN(ms) ? fail(`${place}.${name}`, 'must be a date such as 2026-01-31T00:00:00Z') : ms
  }
  if (operator === 'isNull' || operator === 'isNotNull') return { family: 'date', operator }
  if (operator === 'between') {
    return {
      family: 'date',
      min: input.start == null ? null : { value: date('start'), inclusive: true },
      max: input.end == null ? null : { value: date('end'), inclusive: true },
      negated: false,
    }
  }
  if (operator === 'inLast' || operator === 'notInLast') {
    const min = { value: ago(input, place, now), inclusive: true }
    return { family: 'date', min, max: null, negated: operator === 'notInLast' }
  }
  const names = ['after', 'before', 'onOrAfter', 'onOrBefore', 'between', 'inLast', 'notInLast', 'isNull', 'isNotNull']
  if (!names.includes(operator)) return unknownOperator(place, names)
  return oneSided('date', operator, date('value'))
}

/** The moment `value` `unit`s before now, to the minute: the same question asked again soon has the same answer. */
function ago(input: Record<string, unknown>, place: string, now: number): number {
  const { value } = input
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 10_000) {
    return fail(`${place}.value`, 'must be a whole number from 0 to 10000')
  }
  const unit = UNIT_NAMES.find(each => each === input.unit)
  if (!unit) return fail(`${place}.unit`, `must be one of ${UNIT_NAMES.join(', ')}`)
  const minute = Math.floor(now / 60_000) * 60_000
  if (unit === 'months' || unit === 'years') {
    const date = new Date(minute)
    const day = date.getUTCDate()
    date.setUTCMonth(date.getUTCMonth() - value * MONTHS[unit])
    // A month without that day: its last one.
    if (date.getUTCDate() !== day) date.setUTCDate(0)
    return Math.max(date.getTime(), 0)
  }
  return Math.max(minute - value * UNITS[unit], 0)
}

function oneSided(family: 'number' | 'date', operator: string, value: number): Operation {
  const comparison = COMPARISONS[operator]
  if (!comparison) throw new Error(`no comparison for ${operator}`)
  const bound = { value, inclusive: comparison.inclusive }
  return comparison.side === 'min'
    ? { family, min: bound, max: null, negated: false }
    : { family, min: null, max: bound, negated: false }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function unknownOperator(place: string, allowed: readonly string[]): never {
  return fail(`${place}.operator`, `unknown; allowed are ${allowed.join(', ')}`)
}

function fail(place: string, problem: string): never {
  throw new AppError('BadRequest', `${place}: ${problem}`, { path: place })
}

/** Whether a condition asks for one of these fields anywhere. */
export function usesField(condition: Condition | null | undefined, fields: ReadonlySet<string>): boolean {
  if (!condition) return false
  return condition.kind === 'field' ? fields.has(condition.field) : condition.of.some(each => usesField(each, fields))
}
