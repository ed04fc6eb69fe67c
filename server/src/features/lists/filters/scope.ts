import type { Condition } from './condition'

/** What is left of a condition once an id has been taken out of it; null when nothing is. */
export interface Scoped {
  readonly id: string | undefined
  readonly rest: Condition | null
}

/**
 * Takes `field is id` out of a condition, where the whole must meet it: a list of one library
 * or series has an index and a stored count of its own.
 */
export function takeScope(condition: Condition | null, field: string): Scoped {
  if (!condition) return { id: undefined, rest: null }
  const own = singleId(condition, field)
  if (own !== undefined) return { id: own, rest: null }
  if (condition.kind !== 'all') return { id: undefined, rest: condition }
  const at = condition.of.findIndex(each => singleId(each, field) !== undefined)
  const taken = condition.of[at]
  if (!taken) return { id: undefined, rest: condition.of.length === 0 ? null : condition }
  const others = condition.of.filter((_each, index) => index !== at)
  return { id: singleId(taken, field), rest: others.length === 0 ? null : { kind: 'all', of: others } }
}

function singleId(condition: Condition, field: string): string | undefined {
  if (condition.kind !== 'field' || condition.field !== field || condition.operation.family !== 'uuid') return undefined
  const { operator, values } = condition.operation
  return operator === 'in' && values.length === 1 ? values[0] : undefined
}
