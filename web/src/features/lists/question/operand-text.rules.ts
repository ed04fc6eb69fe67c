import { LIST_DATE_UNITS, type ListFieldFamily, type ListFieldKind } from '@octavo/contract/list-fields'
import type { Operation } from './question'

type Operator = Operation['operator']

const denials: Partial<Record<Operator, Operator>> = {
  is: 'isNot',
  in: 'notIn',
  eq: 'ne',
  contains: 'doesNotContain',
  inLast: 'notInLast',
  isNull: 'isNotNull',
  isTrue: 'isFalse',
}
const deniedBy = new Map(Object.entries(denials).map(([plain, denial]) => [denial, plain as Operator]))
const withoutOperand: readonly Operator[] = ['isTrue', 'isFalse', 'isNull', 'isNotNull']

/** The default operator. */
const usual: Readonly<Record<ListFieldFamily, Operator>> = {
  text: 'is',
  choice: 'is',
  uuid: 'is',
  bool: 'isTrue',
  number: 'eq',
  date: 'between',
}

/** A condition on one field as text: `genre:Horror`, `-year:1990`, `title.beginsWith:A`. */
export function writeOperation(field: string, operation: Operation, family: ListFieldFamily): string {
  const plain = deniedBy.get(operation.operator)
  const operator = plain ?? operation.operator
  const name =
    operator === usual[family] || operator === 'between' || operator === 'in' ? field : `${field}.${operator}`
  const value = operand(operation)
  return `${plain ? '-' : ''}${name}${value === null ? '' : `:${quoted(value)}`}`
}

function operand({ operator, value, values, min, max, start, end, unit }: Operation): string | null {
  if (withoutOperand.includes(operator)) return null
  if (operator === 'in' || operator === 'notIn') return (values ?? []).join('|') || '|'
  if (operator === 'between') return `${min ?? shortDate(start)}..${max ?? shortDate(end)}`
  if (unit) return `${value} ${unit}`
  return typeof value === 'string' && isDate(value) ? shortDate(value) : String(value ?? '')
}

const isDate = (text: string) => /^\d{4}-\d\d-\d\dT00:00:00(\.000)?Z$/.test(text)
const shortDate = (text: string | undefined) => (text && isDate(text) ? text.slice(0, 10) : (text ?? ''))

function quoted(value: string): string {
  return /[,()"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

type Written = {
  readonly kind: ListFieldKind
  readonly operator: Operator | null
  readonly denied: boolean
  readonly value: string | null
}

/** Parses the output of `writeOperation`; null if invalid. */
export function readOperand({ kind, operator: named, denied, value }: Written): Operation | null {
  const plain = named ?? impliedOperator(kind.family, value)
  const operator = denied ? denials[plain] : plain
  if (!operator) return null
  if (withoutOperand.includes(operator)) return value === null ? { operator } : null
  if (value === null) return null
  switch (kind.family) {
    case 'text':
      return { operator, value }
    case 'choice':
      return kind.choices.includes(value) ? { operator, value } : null
    case 'uuid':
      return uuidOperand(operator, value)
    case 'number':
      return numberOperand(operator, value)
    case 'date':
      return dateOperand(operator, value)
    default:
      return null
  }
}

function impliedOperator(family: ListFieldFamily, value: string | null): Operator {
  if (family === 'number' && value?.includes('..')) return 'between'
  if (family === 'uuid' && value?.includes('|')) return 'in'
  return usual[family]
}

function uuidOperand(operator: Operator, value: string): Operation | null {
  const ids = value.split('|').filter(Boolean)
  if (!ids.every(id => /^[0-9a-f-]{36}$/i.test(id))) return null
  if (operator === 'in' || operator === 'notIn') return { operator, values: ids }
  return ids.length === 1 && ids[0] ? { operator, value: ids[0] } : null
}

function numberOperand(operator: Operator, value: string): Operation | null {
  const number = (text: string) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null)
  if (operator !== 'between') {
    const only = number(value)
    return only === null ? null : { operator, value: only }
  }
  const [from = '', to = '', ...rest] = value.split('..')
  const [min, max] = [number(from), number(to)]
  if (rest.length > 0 || (from && min === null) || (to && max === null)) return null
  return { operator, ...(min === null ? {} : { min }), ...(max === null ? {} : { max }) }
}

function dateOperand(operator: Operator, value: string): Operation | null {
  if (operator === 'inLast' || operator === 'notInLast') {
    const [, count, named] = /^(\d{1,5}) ?([a-z]+)$/.exec(value) ?? []
    const unit = LIST_DATE_UNITS.find(each => each === named || each === `${named}s`)
    return unit && Number(count) <= 10_000 ? { operator, value: Number(count), unit } : null
  }
  if (operator !== 'between') {
    const only = longDate(value)
    return only ? { operator, value: only } : null
  }
  const [from = '', to = '', ...rest] = value.split('..')
  const [start, end] = [longDate(from), longDate(to)]
  if (rest.length > 0 || (from && !start) || (to && !end)) return null
  return { operator, ...(start ? { start } : {}), ...(end ? { end } : {}) }
}

/** A day stands for its first moment. */
function longDate(text: string): string | null {
  if (!/^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text) || Number.isNaN(Date.parse(text))) return null
  return text.length === 10 ? `${text}T00:00:00Z` : text
}
