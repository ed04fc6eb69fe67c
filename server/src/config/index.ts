export type { Config } from './config'
export { type Environment, processEnvironment } from './env'
export { settingsInForce } from './in-force'
export type { Setting } from './kinds'
export { ConfigError, configFilePath, initialValue, type Loaded, loadConfig, type Sources } from './load'
export { nearest } from './nearest'
export type { ConfiguredProvider } from './oidc-providers'
export {
  environmentName,
  isSettingKey,
  SETTING_KEYS,
  type SettingKey,
  settingOf,
  type Value,
  type ValueNow,
} from './settings'
export { starterFile } from './starter'
export { type Origin, withChanges } from './with-changes'
