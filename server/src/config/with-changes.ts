import { type Config, type SettingValues, toConfig } from './config'
import type { Loaded } from './load'
import type { SettingKey } from './settings'

export type { Origin } from './load'

/** The configuration with what was changed in the app, where neither command line, environment nor file has a say. */
export function withChanges(
  { config, values, origins }: Pick<Loaded, 'config' | 'values' | 'origins'>,
  changes: ReadonlyMap<SettingKey, unknown>,
): Config {
  const open = [...changes].filter(([key]) => origins[key] === 'default')
  if (open.length === 0) return config
  // Decisions made after loading, such as the free port, stay.
  const changed = toConfig({ ...values, ...Object.fromEntries(open) } as SettingValues, config.dataDir)
  return { ...changed, port: config.port }
}
