import { refused } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { parseCondition, parseSort, type Sort, takeScope, usesField } from '../filters'
import { parseText } from '../words'
import type { Entity, ListRequest } from './entity'

/** An unvalidated list request. */
export interface ListInput extends Pick<ListRequest, 'scope' | 'subset' | 'membersOf'> {
  readonly condition?: unknown
  readonly text?: string | null | undefined
  readonly sort?: string | null | undefined
  /** Replaces the entity's default sort. */
  readonly defaultSort?: Sort | undefined
}

const BY_RELEVANCE: Sort = [{ field: 'relevance', direction: 'asc' }]

/**
 * Validates a list. A condition for a single library or series becomes a scope, which has an index and a stored total.
 * @throws BadRequest naming the place and the allowed values; Forbidden for a field that the viewer may not use
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
    // Only those who decide who sees a series may use it: others would learn about tags and what they hide.
    if (viewer.permissions.has(permission) || !usesField(rest, new Set([field]))) continue
    const message = `Missing required permission: ${permission} (to filter by ${field})`
    throw refused('Forbidden', 'permission_missing', message, { permission })
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
