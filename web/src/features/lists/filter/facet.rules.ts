import type { ListFieldKind } from '@octavo/contract/list-fields'
import { allOfParts, type Condition, groupOf, type Operation, partOf, partsOf } from '../question/question'

/** What is chosen of one field: values that are wanted, values that are not. */
export type Facet = {
  readonly wanted: readonly string[]
  readonly refused: readonly string[]
  /** Of several wanted values: any one will do, or all have to be there. */
  readonly mode: 'any' | 'all'
}

export type ChipState = 'off' | 'wanted' | 'refused'

/** Reads one field's choices from what stands at the top of a condition; all else is left to the builder. */
export function facetOf(condition: Condition | null, field: string): Facet {
  const wanted: string[] = []
  const refused: string[] = []
  let mode: Facet['mode'] = 'any'
  for (const part of partsOf(condition)) {
    const choices = choicesOf(part, field)
    if (!choices) continue
    if (choices.refused) refused.push(...choices.values)
    else {
      if (wanted.length > 0) mode = 'all'
      wanted.push(...choices.values)
    }
  }
  return { wanted, refused, mode }
}

/** The condition with other choices of one field, at the place of the former ones. */
export function withFacet(
  condition: Condition | null,
  field: string,
  facet: Facet,
  kind: ListFieldKind,
): Condition | null {
  const parts = partsOf(condition)
  const first = parts.findIndex(part => choicesOf(part, field))
  const others = parts.filter(part => !choicesOf(part, field))
  const wanted = facet.wanted.map(value => term(field, value, false, kind))
  const refused = facet.refused.map(value => term(field, value, true, kind))
  const chosen = [...(wanted.length > 1 && facet.mode === 'any' ? [groupOf('any', wanted)] : wanted), ...refused]
  const at = first < 0 ? others.length : first
  return allOfParts([...others.slice(0, at), ...chosen, ...others.slice(at)])
}

/** The condition without the choices of one field: what its values are counted among. */
export function withoutFacet(condition: Condition | null, field: string): Condition | null {
  return allOfParts(partsOf(condition).filter(part => !choicesOf(part, field)))
}

export const chipState = ({ wanted, refused }: Facet, value: string): ChipState =>
  wanted.includes(value) ? 'wanted' : refused.includes(value) ? 'refused' : 'off'

/** Wanted, then refused, then neither. */
export function turned(facet: Facet, value: string): Facet {
  const without = (values: readonly string[]) => values.filter(each => each !== value)
  const state = chipState(facet, value)
  return {
    ...facet,
    wanted: state === 'off' ? [...facet.wanted, value] : without(facet.wanted),
    refused: state === 'wanted' ? [...facet.refused, value] : without(facet.refused),
  }
}

type Choices = { readonly values: readonly string[]; readonly refused: boolean }

function choicesOf(condition: Condition, field: string): Choices | null {
  const part = partOf(condition)
  if (part.group === null) return part.field === field ? choiceOf(part.operation) : null
  if (part.group !== 'any' || part.of.length < 2) return null
  const members = part.of.map(each => {
    const inner = partOf(each)
    return inner.group === null && inner.field === field ? choiceOf(inner.operation) : null
  })
  if (!members.every(each => each && !each.refused)) return null
  return { values: members.flatMap(each => each?.values ?? []), refused: false }
}

function choiceOf({ operator, value, unit }: Operation): Choices | null {
  if (operator === 'is' || operator === 'eq') return { values: [String(value)], refused: false }
  if (operator === 'isNot' || operator === 'ne') return { values: [String(value)], refused: true }
  if (operator === 'isTrue' || operator === 'isFalse') return { values: ['true'], refused: operator === 'isFalse' }
  if (operator === 'inLast' || operator === 'notInLast') {
    return { values: [`${value} ${unit}`], refused: operator === 'notInLast' }
  }
  return null
}

function term(field: string, value: string, refused: boolean, { family }: ListFieldKind): Condition {
  return { [field]: operationOf(value, refused, family) }
}

function operationOf(value: string, refused: boolean, family: ListFieldKind['family']): Operation {
  if (family === 'bool') return { operator: refused ? 'isFalse' : 'isTrue' }
  if (family === 'number') return { operator: refused ? 'ne' : 'eq', value: Number(value) }
  if (family === 'date') {
    const [count, unit] = value.split(' ')
    return {
      operator: refused ? 'notInLast' : 'inLast',
      value: Number(count),
      unit: unit as NonNullable<Operation['unit']>,
    }
  }
  return { operator: refused ? 'isNot' : 'is', value }
}

export type NumberRange = { readonly min: number | null; readonly max: number | null }

/** From and to of a field of numbers, where the top of a condition says them. */
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
