import type { ListFieldKind } from '@octavo/contract/list-fields'
import { allOfParts, type Condition, groupOf, type Operation, partOf, partsOf } from '../question/question'

/** The selection of one field: included and excluded values. */
export type Facet = {
  readonly included: readonly string[]
  readonly excluded: readonly string[]
  /** Whether any one of several included values, or all of them, must match. */
  readonly mode: 'any' | 'all'
}

export type ChipState = 'off' | 'included' | 'excluded'

/** Reads one field's selection from the top level of a condition; everything else is left to the builder. */
export function facetOf(condition: Condition | null, field: string): Facet {
  const included: string[] = []
  const excluded: string[] = []
  let mode: Facet['mode'] = 'any'
  for (const part of partsOf(condition)) {
    const choices = choicesOf(part, field)
    if (!choices) continue
    if (choices.excluded) excluded.push(...choices.values)
    else {
      if (included.length > 0) mode = 'all'
      included.push(...choices.values)
    }
  }
  return { included, excluded, mode }
}

/** The condition with a changed selection of one field, in the same position. */
export function withFacet(
  condition: Condition | null,
  field: string,
  facet: Facet,
  kind: ListFieldKind,
): Condition | null {
  const parts = partsOf(condition)
  const first = parts.findIndex(part => choicesOf(part, field))
  const others = parts.filter(part => !choicesOf(part, field))
  const included = facet.included.map(value => term(field, value, false, kind))
  const excluded = facet.excluded.map(value => term(field, value, true, kind))
  const chosen = [...(included.length > 1 && facet.mode === 'any' ? [groupOf('any', included)] : included), ...excluded]
  const at = first < 0 ? others.length : first
  return allOfParts([...others.slice(0, at), ...chosen, ...others.slice(at)])
}

/** The condition without the selection of one field, within which its values are counted. */
export function withoutFacet(condition: Condition | null, field: string): Condition | null {
  return allOfParts(partsOf(condition).filter(part => !choicesOf(part, field)))
}

export const chipState = ({ included, excluded }: Facet, value: string): ChipState =>
  included.includes(value) ? 'included' : excluded.includes(value) ? 'excluded' : 'off'

/** Included, then excluded, then neither. */
export function toggled(facet: Facet, value: string): Facet {
  const without = (values: readonly string[]) => values.filter(each => each !== value)
  const state = chipState(facet, value)
  return {
    ...facet,
    included: state === 'off' ? [...facet.included, value] : without(facet.included),
    excluded: state === 'included' ? [...facet.excluded, value] : without(facet.excluded),
  }
}

type Choices = { readonly values: readonly string[]; readonly excluded: boolean }

function choicesOf(condition: Condition, field: string): Choices | null {
  const part = partOf(condition)
  if (part.group === null) return part.field === field ? choiceOf(part.operation) : null
  if (part.group !== 'any' || part.of.length < 2) return null
  const members = part.of.map(each => {
    const inner = partOf(each)
    return inner.group === null && inner.field === field ? choiceOf(inner.operation) : null
  })
  if (!members.every(each => each && !each.excluded)) return null
  return { values: members.flatMap(each => each?.values ?? []), excluded: false }
}

function choiceOf({ operator, value, unit }: Operation): Choices | null {
  if (operator === 'is' || operator === 'eq') return { values: [String(value)], excluded: false }
  if (operator === 'isNot' || operator === 'ne') return { values: [String(value)], excluded: true }
  if (operator === 'isTrue' || operator === 'isFalse') return { values: ['true'], excluded: operator === 'isFalse' }
  if (operator === 'inLast' || operator === 'notInLast') {
    return { values: [`${value} ${unit}`], excluded: operator === 'notInLast' }
  }
  return null
}

function term(field: string, value: string, excluded: boolean, { family }: ListFieldKind): Condition {
  return { [field]: operationOf(value, excluded, family) }
}

function operationOf(value: string, excluded: boolean, family: ListFieldKind['family']): Operation {
  if (family === 'bool') return { operator: excluded ? 'isFalse' : 'isTrue' }
  if (family === 'number') return { operator: excluded ? 'ne' : 'eq', value: Number(value) }
  if (family === 'date') {
    const [count, unit] = value.split(' ')
    return {
      operator: excluded ? 'notInLast' : 'inLast',
      value: Number(count),
      unit: unit as NonNullable<Operation['unit']>,
    }
  }
  return { operator: excluded ? 'isNot' : 'is', value }
}

export type NumberRange = { readonly min: number | null; readonly max: number | null }

/** From and to of a numeric field at the top level of a condition. */
export function rangeOf(condition: Condition | null, field: string): NumberRange {
  for (const part of partsOf(condition)) {
    const range = asRange(part, field)
    if (range) return range
  }
  return { min: null, max: null }
}

export function withRange(condition: Condition | null, field: string, { min, max }: NumberRange): Condition | null {
  const parts = partsOf(condition)
  const first = parts.findIndex(part => asRange(part, field))
  const others = parts.filter(part => !asRange(part, field))
  const bounds = { ...(min === null ? {} : { min }), ...(max === null ? {} : { max }) }
  const range: Condition[] = min === null && max === null ? [] : [{ [field]: { operator: 'between', ...bounds } }]
  const at = first < 0 ? others.length : first
  return allOfParts([...others.slice(0, at), ...range, ...others.slice(at)])
}

function asRange(condition: Condition, field: string): NumberRange | null {
  const part = partOf(condition)
  if (part.group !== null || part.field !== field) return null
  const { operator, min, max, value } = part.operation
  if (operator === 'between') return { min: min ?? null, max: max ?? null }
  if (operator === 'gte') return { min: Number(value), max: null }
  return operator === 'lte' ? { min: null, max: Number(value) } : null
}
