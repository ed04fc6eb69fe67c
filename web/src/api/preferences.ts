import { ApiError } from './api-error'
import { api } from './client'
import { whenBack } from './connection'
import { PREFERENCES } from './preference-keys'
import { readUnsent, writeUnsent } from './preferences-unsent'

type Values = Readonly<Record<string, unknown>>

const listeners = new Set<() => void>()
let person: string | null = null
/** The server's values of requested keys; undefined under a key without one. */
let stored = new Map<string, unknown>()
let wanted = new Set<string>(PREFERENCES)
/** When a key was last sent, as a counter: earlier requests are stale. */
const sent = new Map<string, number>()
let turn = 0
let sending = false

whenBack(() => void fetchPreferences([...wanted]))

/**
 * Sets whose preferences are saved on the server. Without a user, or while viewing as another, they stay in this
 * browser.
 */
export function preferencesOf(userId: string): void {
  if (person === userId) return
  person = userId
  stored = new Map()
  wanted = new Set(PREFERENCES)
  void fetchPreferences([...wanted])
}

/** Loads these from the server, now and whenever it is back. */
export function askPreferences(keys: readonly string[]): void {
  for (const key of keys) wanted.add(key)
  if (keys.length > 0) void fetchPreferences(keys)
}

/** The person's preference: an unsent choice takes precedence over the server's value. */
export function preference(key: string): unknown {
  if (!stored.has(key)) return undefined
  const unsent = readUnsent(person)
  return key in unsent ? joined(stored.get(key), unsent[key]) : stored.get(key)
}

/** The user whose preferences are loaded; null for none. */
export const preferenceKnownOf = (key: string): string | null => (stored.has(key) ? person : null)

/** Calls back when preferences have been loaded. */
export function onPreferences(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Saves a preference for the person, on all devices: an object is merged into the stored one, and null removes a
 * member. While the server is unreachable, it waits in this browser.
 */
export function keepPreference(key: string, value: unknown): void {
  if (person === null) return
  const unsent = readUnsent(person)
  writeUnsent(person, { ...unsent, [key]: key in unsent ? joined(unsent[key], value) : value })
  void send()
}

async function fetchPreferences(keys: readonly string[]): Promise<void> {
  if (person === null) return
  try {
    await learn(keys)
    for (const listener of listeners) listener()
    await send()
  } catch {
    // This browser's copy stays; it is loaded again when the server is back, or by the next page.
  }
}

async function learn(keys: readonly string[]): Promise<void> {
  const [whose, asked] = [person, turn]
  const { preferences } = await api.get('/api/v1/user/preferences', { anonymous: true, query: { keys }, user: whose })
  if (whose !== person) return
  const values = new Map(preferences.map(({ key, value }) => [key, value]))
  for (const key of keys) if ((sent.get(key) ?? 0) <= asked) stored.set(key, values.get(key))
}

/** Sequentially; later choices follow. */
async function send(): Promise<void> {
  if (sending) return
  sending = true
  try {
    for (let key = firstUnsent(); key !== undefined; key = firstUnsent()) {
      const whose = person
      // Another browser may have changed it too: only local changes are merged.
      if (!stored.has(key)) await learn([key])
      if (whose !== person) return
      const unsentValue = readUnsent(person)[key]
      const value = merged(joined(stored.get(key), unsentValue))
      await put(whose, key, value).catch(ignoreRefusal)
      if (whose !== person) return
      sent.set(key, ++turn)
      stored.set(key, value)
      const { [key]: now, ...others } = readUnsent(person)
      if (JSON.stringify(now) === JSON.stringify(unsentValue)) writeUnsent(person, others)
    }
  } catch {
    // Stays queued in this browser.
  } finally {
    sending = false
  }
}

const put = (user: string | null, key: string, value: unknown) =>
  value === undefined
    ? api.delete('/api/v1/user/preferences/{key}', { params: { key: key }, user })
    : api.put('/api/v1/user/preferences/{key}', { params: { key: key }, body: { value }, user })

/** An entry that the server will never accept must not block the others. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ApiError) || ![400, 403, 409, 422].includes(error.status)) throw error
}

const firstUnsent = () => Object.keys(readUnsent(person))[0]
const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const joined = (before: unknown, now: unknown) => (isRecord(before) && isRecord(now) ? { ...before, ...now } : now)

/** Without removed members; undefined if it is empty. */
function merged(value: unknown): unknown {
  if (!isRecord(value)) return value
  const left = Object.entries(value).filter(([, each]) => each !== null)
  return left.length > 0 ? Object.fromEntries(left) : undefined
}
