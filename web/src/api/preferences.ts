import { ApiError } from './api-error'
import { api } from './client'
import { whenBack } from './connection'
import type { UserPreferencesResponse } from './types'

type Values = Readonly<Record<string, unknown>>

const listeners = new Set<() => void>()
let person: string | null = null
/** What the server has; null until it has said so. */
let kept: Values | null = null
let sending = false

whenBack(() => void fetchPreferences())

/** Whose preferences are kept from now on; nobody's, and those of who is only looked on as, stay in this browser. */
export function preferencesOf(userId: string): void {
  if (person === userId) return
  person = userId
  kept = null
  void fetchPreferences()
}

/** What the person prefers: what was chosen here and has not arrived yet goes before what the server has. */
export function preference(key: string): unknown {
  if (!kept) return undefined
  const unsent = readUnsent()
  return key in unsent ? joined(kept[key], unsent[key]) : kept[key]
}

/** Whose preferences are known; null while nobody's are. */
export const preferencesKnownOf = (): string | null => (kept ? person : null)

/** Tells when the server has said what it has. */
export function onPreferences(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Keeps a choice for the person, wherever they go on: an object changes what it names of what is kept. Without the
 * server it waits in this browser until there is one.
 */
export function keepPreference(key: string, value: unknown): void {
  if (person === null) return
  const unsent = readUnsent()
  writeUnsent({ ...unsent, [key]: key in unsent ? joined(unsent[key], value) : value })
  void send()
}

async function fetchPreferences(): Promise<void> {
  const whose = person
  if (whose === null) return
  try {
    const { preferences } = await api.get<UserPreferencesResponse>('/user/preferences', { anonymous: true })
    if (whose !== person) return
    kept = Object.fromEntries(preferences.map(({ key, value }) => [key, value]))
    for (const listener of listeners) listener()
    await send()
  } catch {
    // This browser's own copy stays; it is asked for again when the server is back, or by the next page.
  }
}

/** One after another; what was chosen meanwhile goes next. */
async function send(): Promise<void> {
  if (sending) return
  sending = true
  try {
    for (let next = firstUnsent(); next && kept; next = firstUnsent()) {
      const [key, wish] = next
      const whose = person
      const value = joined(kept[key], wish)
      await api.put(`/user/preferences/${key}`, { body: { value } }).catch(ignoreRefusal)
      if (whose !== person) return
      kept = { ...kept, [key]: value }
      const { [key]: now, ...others } = readUnsent()
      if (JSON.stringify(now) === JSON.stringify(wish)) writeUnsent(others)
    }
  } catch {
    // It waits in this browser.
  } finally {
    sending = false
  }
}

/** What the server will never take must not stand in the way of the rest. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ApiError) || ![400, 403, 409, 422].includes(error.status)) throw error
}

const firstUnsent = () => Object.entries(readUnsent())[0]
const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const joined = (before: unknown, now: unknown) => (isRecord(before) && isRecord(now) ? { ...before, ...now } : now)

function readUnsent(): Values {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(`octavo.preferences.${person}`) ?? '{}')
    return isRecord(saved) ? saved : {}
  } catch {
    return {}
  }
}

function writeUnsent(values: Values): void {
  try {
    localStorage.setItem(`octavo.preferences.${person}`, JSON.stringify(values))
  } catch {
    // Full or forbidden: the choice lasts in this browser as long as the page.
  }
}
