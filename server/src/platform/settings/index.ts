/** The current configuration, for code that reads it all the time. */
export { createLiveConfig, type LiveConfig } from './live-config'
/** The current settings. */
export { createLiveSettings, type LiveSettings } from './live-settings'
/** The history of settings. */
export { pruneSettings } from './prune-settings'
/** How settings are named and what they take. */
export type { AnyKey, SettingChanges, SettingValue } from './setting-table'
/** Changes made in the app, for commands that run outside a server. */
export { storedChanges } from './stored-changes'
