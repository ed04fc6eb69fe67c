import type { Loaded, Origin } from './load'
import { SETTING_KEYS, type SettingKey, settingOf } from './settings'

export interface SettingInForce {
  readonly key: SettingKey
  /** As people read it; a secret's value is not in it. */
  readonly value: string
  readonly origin: Origin
}

/** Every setting with its value and where it comes from. */
export function settingsInForce({ values, config, origins }: Loaded): SettingInForce[] {
  return SETTING_KEYS.map(key => {
    const value = key === 'data_dir' ? config.dataDir : values[key]
    return { key, origin: origins[key], value: shown(value, settingOf(key).secret ?? false) }
  })
}

function shown(value: unknown, secret: boolean): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return 'none'
  if (secret) return 'set, not shown'
  return Array.isArray(value) ? value.join(', ') : String(value)
}
