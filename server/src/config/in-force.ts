import type { Loaded, Origin } from './load'
import { initialText, SETTING_KEYS, type SettingKey, settingOf } from './settings'

export interface SettingInForce {
  readonly key: SettingKey
  /** As shown to people; secrets are masked. */
  readonly value: string
  readonly origin: Origin | 'app'
}

/** Every setting with its value and source; `changes` are those made in the app. */
export function settingsInForce(
  { values, config, origins }: Loaded,
  changes: ReadonlyMap<SettingKey, unknown> = new Map(),
): SettingInForce[] {
  return SETTING_KEYS.map(key => {
    const isChanged = origins[key] === 'default' && changes.has(key)
    const given = key === 'data_dir' ? config.dataDir : values[key]
    const current = isChanged ? changes.get(key) : given
    const value = isNothing(current) ? initialText(key) : shown(current, settingOf(key).secret ?? false)
    return { key, origin: isChanged ? 'app' : origins[key], value }
  })
}

const isNothing = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

function shown(value: unknown, secret: boolean): string {
  if (secret) return 'set, not shown'
  return Array.isArray(value) ? value.join(', ') : String(value)
}
