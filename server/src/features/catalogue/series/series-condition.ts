import { GUARDED_LIST_FIELDS } from '@octavo/contract/list-fields'
import { AppError } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { usesField } from '../../lists/engine'
import { type Condition, parseCondition } from '../../lists/filters'
import { SERIES_FIELDS } from './series-fields'

/**
 * What is asked of series, checked. What tells who may see a series is for those who decide that: anybody else would learn
 * by it of tags, and of what they hide.
 * @throws BadRequest naming the place and what is allowed there; Forbidden for a field that the viewer may not ask for
 */
export function parseSeriesCondition(
  condition: unknown,
  { permissions }: Pick<Viewer, 'permissions'>,
): Condition | null {
  const parsed = parseCondition(condition, SERIES_FIELDS)
  for (const [field, needed] of Object.entries(GUARDED_LIST_FIELDS)) {
    if (permissions.has(needed) || !usesField(parsed, new Set([field]))) continue
    throw new AppError('Forbidden', `Missing required permission: ${needed} (to filter by ${field})`)
  }
  return parsed
}
