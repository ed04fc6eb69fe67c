/** The configuration as it is now, for whoever reads it all the time. */
export { createLiveConfig, type LiveConfig } from './live-config'
/** The settings as they are now, for whoever needs one. */
export { createLiveSettings, type LiveSettings } from './live-settings'
/** What is kept of the past of settings. */
export { pruneSettings } from './prune-settings'
/** How settings are named and what they take. */
export type { AnyKey, SettingChanges, SettingValue } from './setting-table'
/** What was changed in the app, for whoever looks at it from outside a server. */
export { storedChanges } from './stored-changes'
