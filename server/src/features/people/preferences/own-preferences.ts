import type { Reader, Write } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { storedText } from './preference.rules'
import { ownPreferences } from './preferences.queries'
import { forgetPreference, savePreferences } from './preferences.store'

export interface PreferenceDeps {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
}

/** The viewer's preferences with a key prefix, without that prefix. */
export async function preferencesBelow(
  { reader }: Pick<PreferenceDeps, 'reader'>,
  viewer: Viewer,
  start: string,
): Promise<Record<string, unknown>> {
  const rows = (await ownPreferences(reader, viewer)).filter(({ key }) => key.startsWith(start))
  return Object.fromEntries(rows.map(({ key, value }) => [key.slice(start.length), JSON.parse(value) as unknown]))
}

/** Sets several, all or none. @throws BadRequest for an invalid key or value */
export async function saveOwnPreferences(
  { write, now }: PreferenceDeps,
  viewer: Viewer,
  entries: readonly (readonly [key: string, value: unknown])[],
): Promise<void> {
  const values = new Map(entries.map(([key, value]) => [key, storedText(key, value)]))
  if (values.size > 0) await write(tx => savePreferences(tx, viewer.userPk, values, now()))
}

export async function forgetOwnPreferences(
  { write }: Pick<PreferenceDeps, 'write'>,
  viewer: Viewer,
  keys: readonly string[],
): Promise<void> {
  await write(async tx => {
    for (const key of keys) await forgetPreference(tx, viewer.userPk, key)
  })
}
