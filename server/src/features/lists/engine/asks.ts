import type { Condition } from '../filters'

/** Whether a condition asks for one of these fields anywhere. */
export function usesField(condition: Condition | null | undefined, fields: ReadonlySet<string>): boolean {
  if (!condition) return false
  return condition.kind === 'field' ? fields.has(condition.field) : condition.of.some(each => usesField(each, fields))
}
