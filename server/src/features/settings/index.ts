/** The settings as they are now, for whoever needs one. */
export { createLiveSettings, type LiveSettings } from './live-settings'
/** Which there are. */
export { RUNTIME_SETTINGS, type RuntimeChanges, type RuntimeKey, type RuntimeValue } from './runtime-settings'
/** Writes some within a larger transaction. */
export { saveSettings } from './settings.store'
