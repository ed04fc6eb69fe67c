import { type Config, type SettingValues, toConfig } from './config'
import type { Loaded } from './load'
import type { SettingKey } from './settings'

export type { Origin } from './load'

/** The configuration with the changes made in the app, unless the command line, environment or file sets the same. */
export function withChanges(
  { config, values, origins }: Pick<Loaded, 'config' | 'values' | 'origins'>,
  changes: ReadonlyMap<SettingKey, unknown>,
): Config {
  const open = [...changes].filter(([key]) => origins[key] === 'default')
  if (open.length === 0) return config
  // Values decided after loading, such as the free port, stay.
  const changed = toConfig({ ...values, ...Object.fromEntries(open) } as SettingValues, config.dataDir)
  return { ...changed, port: config.port }
}
