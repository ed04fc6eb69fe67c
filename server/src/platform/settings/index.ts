/** The current configuration, for code that reads it continuously. */
export { createLiveConfig, type LiveConfig } from './live-config'
/** The current settings. */
export { createLiveSettings, type LiveSettings } from './live-settings'
/** The history of settings. */
export { pruneSettings } from './prune-settings'
/** Names and types of settings. */
export { type AnyKey, type SettingChanges, type SettingValue, specNamed } from './setting-table'
/** Changes made in the app, for commands outside a server. */
export { storedChanges } from './stored-changes'
