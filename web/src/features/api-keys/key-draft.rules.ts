import type { CreateApiKeyRequest } from '../../api/types'
import { forReading } from '../permissions/permission-groups'

export const lives = ['never', '30', '90', '365', 'date'] as const
export type Life = (typeof lives)[number]
export const scopes = ['reading', 'all', 'chosen'] as const
export type Scope = (typeof scopes)[number]

/** A key as it is filled in. */
export type KeyDraft = {
  readonly name: string
  readonly life: Life
  /** With `date`: the last day it is good, as YYYY-MM-DD. */
  readonly day: string
  readonly scope: Scope
  readonly chosen: readonly string[]
}

const DAY_MS = 86_400_000

/** When the key ends; null when it does not, or when no day is chosen yet. */
export function endOf({ life, day }: Pick<KeyDraft, 'life' | 'day'>, now: number): Date | null {
  if (life === 'never') return null
  if (life !== 'date') return new Date(now + Number(life) * DAY_MS)
  // The whole of that day, where the person is.
  const end = new Date(`${day}T23:59:59`)
  return Number.isNaN(end.getTime()) ? null : end
}

/** What a key with this draft may do: never more than its maker holds. */
export function permissionsOf(
  { scope, chosen }: Pick<KeyDraft, 'scope' | 'chosen'>,
  held: readonly string[],
): string[] {
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

/** What a key may do, by the name of a scope where it is just that. */
export function scopeOf(permissions: readonly string[], held: readonly string[]): Scope {
  const same = (other: readonly string[]) =>
    other.length === permissions.length && other.every(each => permissions.includes(each))
  if (same(permissionsOf({ scope: 'all', chosen: [] }, held))) return 'all'
  return same(permissionsOf({ scope: 'reading', chosen: [] }, held)) ? 'reading' : 'chosen'
}
