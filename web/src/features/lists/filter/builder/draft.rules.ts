import { LIST_OPERATORS, type ListFieldKind } from '@octavo/contract/list-fields'
import { type Condition, type Group, groupOf, type Operation, partOf } from '../../question/question'

/** A condition in the builder, possibly incomplete. */
export type Draft = DraftGroup | DraftTerm
export type DraftGroup = { readonly id: number; readonly group: Group; readonly of: readonly Draft[] }
export type DraftTerm = {
  readonly id: number
  readonly group: null
  readonly field: string
  readonly operation: Operation
}

/** Maximum nesting in the builder; the server allows more. */
export const mostLevels = 6

let last = 0
const nextId = () => ++last

export function draftOf(condition: Condition | null): DraftGroup {
  const draft = condition ? draftNode(condition) : null
  if (!draft) return { id: nextId(), group: 'all', of: [] }
  return draft.group === null ? { id: nextId(), group: 'all', of: [draft] } : draft
}

function draftNode(condition: Condition): Draft {
  const part = partOf(condition)
  if (part.group === null) return { id: nextId(), group: null, field: part.field, operation: part.operation }
  return { id: nextId(), group: part.group, of: part.of.map(draftNode) }
}

/** A new line: the field with its first operator. */
export function newTerm(field: string, kind: ListFieldKind): DraftTerm {
  return { id: nextId(), group: null, field, operation: withOperator({ operator: 'is' }, firstOperator(kind), kind) }
}

export const newGroup = (group: Group, of: readonly Draft[] = []): DraftGroup => ({ id: nextId(), group, of })

function firstOperator(kind: ListFieldKind): Operation['operator'] {
  return kind.family === 'date' ? 'inLast' : LIST_OPERATORS[kind.family][0]
}

/** Changes the operator, and keeps what fits of the operand. */
export function withOperator(
  { value, values, min, max, start, end, unit }: Operation,
  operator: Operation['operator'],
  kind: ListFieldKind,
): Operation {
  if (['isTrue', 'isFalse', 'isNull', 'isNotNull'].includes(operator)) return { operator }
  switch (kind.family) {
    case 'choice':
      return {
        operator,
        value: typeof value === 'string' && kind.choices.includes(value) ? value : (kind.choices[0] ?? ''),
      }
    case 'uuid': {
      const ids = values ?? (typeof value === 'string' && value ? [value] : [])
      return operator === 'in' || operator === 'notIn' ? { operator, values: ids } : { operator, value: ids[0] ?? '' }
    }
    case 'number': {
      const number = typeof value === 'number' ? value : (min ?? max)
      if (operator === 'between') return { operator, ...some({ min: min ?? number, max }) }
      return { operator, ...some({ value: number }) }
    }
    case 'date': {
      if (operator === 'inLast' || operator === 'notInLast') {
        return { operator, value: typeof value === 'number' ? value : 30, unit: unit ?? 'days' }
      }
      const date = typeof value === 'string' ? value : (start ?? end)
      if (operator === 'between') return { operator, ...some({ start: start ?? date, end }) }
      return { operator, ...some({ value: date }) }
    }
    default:
      return { operator, value: typeof value === 'string' ? value : '' }
  }
}

/** Facts without undefined ones. */
function some<Facts extends object>(facts: Facts): { [Name in keyof Facts]?: NonNullable<Facts[Name]> }
function some(facts: object): object {
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined))
}

/** The condition of a draft; null if empty. Incomplete parts are left out. */
export function conditionOf(draft: DraftGroup): Condition | null {
  const parts = draft.of.map(nodeOf).filter(each => each !== null)
  return parts.length === 0 ? null : groupOf(draft.group, parts)
}

function nodeOf(draft: Draft): Condition | null {
  if (draft.group === null) return isWhole(draft) ? { [draft.field]: draft.operation } : null
  return conditionOf(draft)
}

/** Whether a line has everything that its operator needs. */
export function isWhole({ operation }: DraftTerm): boolean {
  const { operator, value, values, min, max, start, end, unit } = operation
  if (['isTrue', 'isFalse', 'isNull', 'isNotNull'].includes(operator)) return true
  if (operator === 'between') return [min, max, start, end].some(bound => bound !== undefined)
  if (operator === 'in' || operator === 'notIn') return (values ?? []).length > 0
  if (operator === 'inLast' || operator === 'notInLast')
    return typeof value === 'number' && value >= 0 && unit !== undefined
  return value !== undefined && value !== ''
}

/** The tree with one part changed, or removed by `null`. */
export function changed(draft: DraftGroup, id: number, change: (part: Draft) => Draft | null): DraftGroup {
  if (draft.id === id) return (change(draft) as DraftGroup | null) ?? draft
  return {
    ...draft,
    of: draft.of.flatMap(part => {
      if (part.id === id) return change(part) ?? []
      return part.group === null ? part : changed(part, id, change)
    }),
  }
}
