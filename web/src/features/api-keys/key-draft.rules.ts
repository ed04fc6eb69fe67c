import type { CreateApiKeyRequest } from '../../api/types'
import { forReading } from '../permissions/permission-groups'

export const lives = ['never', '30', '90', '365', 'date'] as const
export type Life = (typeof lives)[number]
export const scopes = ['reading', 'all', 'chosen'] as const
export type Scope = (typeof scopes)[number]

/** The form of a new key. */
export type KeyDraft = {
  readonly name: string
  readonly life: Life
  /** For `date`: the last valid day, as YYYY-MM-DD. */
  readonly day: string
  readonly scope: Scope
  readonly chosen: readonly string[]
}

const DAY_MS = 86_400_000

/** The expiry; null without one, or while no day is chosen. */
export function endOf({ life, day }: Pick<KeyDraft, 'life' | 'day'>, now: number): Date | null {
  if (life === 'never') return null
  if (life !== 'date') return new Date(now + Number(life) * DAY_MS)
  // The end of that day in local time.
  const end = new Date(`${day}T23:59:59`)
  return Number.isNaN(end.getTime()) ? null : end
}

/** The permissions of this draft: never more than its creator has. */
function permissionsOf({ scope, chosen }: Pick<KeyDraft, 'scope' | 'chosen'>, held: readonly string[]): string[] {
  const wanted = scope === 'all' ? held : scope === 'reading' ? forReading : chosen
  return held.filter(permission => wanted.includes(permission))
}

/** The request, or null while something is missing. */
export function requestOf(draft: KeyDraft, held: readonly string[], now: number): CreateApiKeyRequest | null {
  const name = draft.name.trim()
  const end = endOf(draft, now)
  const permissions = permissionsOf(draft, held)
  if (!name || permissions.length === 0) return null
  if (draft.life === 'date' && (end === null || end.getTime() <= now)) return null
  return { name, permissions, expiresAt: end?.toISOString() ?? null }
}

/** A key's permissions, by the name of a scope if they match one. */
export function scopeOf(permissions: readonly string[], held: readonly string[]): Scope {
  const same = (other: readonly string[]) =>
    other.length === permissions.length && other.every(each => permissions.includes(each))
  if (same(permissionsOf({ scope: 'all', chosen: [] }, held))) return 'all'
  return same(permissionsOf({ scope: 'reading', chosen: [] }, held)) ? 'reading' : 'chosen'
}
