import type { Condition } from './condition'

/** The rest of a condition after an id has been extracted; null if nothing is left. */
export interface Scoped {
  readonly id: string | undefined
  readonly rest: Condition | null
}

/**
 * Extracts a required `field is id` from a condition: a list of one library or series has its own index and stored
 * total.
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
