import { AppError } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { parseCondition, parseSort, type Sort, takeScope, usesField } from '../filters'
import { parseText } from '../words'
import type { Entity, ListRequest } from './entity'

/** A list as a request names it, not checked. */
export interface ListInput extends Pick<ListRequest, 'scope' | 'subset' | 'membersOf'> {
  readonly condition?: unknown
  readonly text?: string | null | undefined
  readonly sort?: string | null | undefined
  /** In place of the entity's own, where no sort is named. */
  readonly defaultSort?: Sort | undefined
}

const BY_RELEVANCE: Sort = [{ field: 'relevance', direction: 'asc' }]

/**
 * Checks a list. A condition that is met by one library or series alone becomes a scope: that has an index and a stored count.
 * @throws BadRequest naming the place and what is allowed there; Forbidden for a field that the viewer may not ask for
 */
export function parseList(
  entity: Entity,
  { condition, text: typed, sort: named, defaultSort = entity.defaultSort, scope = {}, subset, membersOf }: ListInput,
  viewer: Pick<Viewer, 'permissions'>,
): ListRequest {
  const text = parseText(typed)
  const sort = text && !named ? BY_RELEVANCE : parseSort(named ?? undefined, entity.sorts, defaultSort)
  let rest = condition ? parseCondition(condition, entity.fieldKinds) : null
  for (const [field, permission] of Object.entries(entity.guards ?? {})) {
    // Only those who decide who sees a series may ask: anybody else would learn of tags, and of what they hide.
    if (viewer.permissions.has(permission) || !usesField(rest, new Set([field]))) continue
    throw new AppError('Forbidden', `Missing required permission: ${permission} (to filter by ${field})`)
  }
  const scopes = { ...scope }
  for (const [name, { field }] of Object.entries(entity.scopes)) {
    if (scopes[name] !== undefined) continue
    const taken = takeScope(rest, field)
    scopes[name] = taken.id
    rest = taken.rest
  }
  return { scope: scopes, subset, membersOf, condition: rest, text, sort }
}
