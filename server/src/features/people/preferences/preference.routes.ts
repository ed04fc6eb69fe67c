import * as preference from '@octavo/contract/preference'
import type { UserPreferencesTable } from '../../../db/schema/users'
import type { Binder } from '../../../http/bind'
import { notFound } from '../../../kernel/app-error'
import { timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import type { PreferenceDeps } from './own-preferences'
import { storedText, valueTypeOf } from './preference.rules'
import { ownPreferences } from './preferences.queries'
import { forgetPreference, savePreferences } from './preferences.store'

/** Preferences: each user reads and changes only their own. */
export function preferenceRoutes(binder: Binder, { reader, write, now }: PreferenceDeps): void {
  async function save(viewer: Viewer, entries: Iterable<readonly [key: string, value: unknown]>) {
    const values = new Map([...entries].map(([key, value]) => [key, storedText(key, value)]))
    const time = now()
    if (values.size > 0) await write(tx => savePreferences(tx, viewer.userPk, values, time))
    return [...values].map(([key, value]) => view({ user_pk: viewer.userPk, key, value, updated_at: time }))
  }

  binder.bind(preference.getAllPreferences, async ({ viewer, query: { keys } }) => ({
    preferences: (await ownPreferences(reader, viewer, keys)).map(view),
  }))

  binder.bind(preference.setBulkPreferences, async ({ viewer, body }) => {
    const preferences = await save(viewer, Object.entries(body.preferences))
    return { updated: preferences.length, preferences }
  })

  binder.bind(preference.getPreference, async ({ viewer, params: { key } }) => {
    const [row] = await ownPreferences(reader, viewer, [key])
    if (!row) throw notFound('Preference')
    return view(row)
  })

  binder.bind(preference.setPreference, async ({ viewer, params: { key }, body: { value } }) => {
    const [saved] = await save(viewer, [[key, value]])
    if (!saved) throw notFound('Preference')
    return saved
  })

  binder.bind(preference.deletePreference, async ({ viewer, params: { key } }) => {
    const deleted = await write(tx => forgetPreference(tx, viewer.userPk, key))
    const message = deleted ? `Preference '${key}' was reset to default` : `Preference '${key}' was not set`
    return { deleted, message }
  })
}

function view({ key, value: text, updated_at }: UserPreferencesTable): preference.UserPreferenceDto {
  const value: unknown = JSON.parse(text)
  return { key, value, valueType: valueTypeOf(value), updatedAt: timestamp(updated_at) }
}
