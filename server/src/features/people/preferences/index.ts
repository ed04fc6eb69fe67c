/** What a person prefers, for other protocols. */
export { forgetOwnPreferences, type PreferenceDeps, preferencesBelow, saveOwnPreferences } from './own-preferences'
/** What each person prefers. */
export { preferenceRoutes } from './preference.routes'
/** Preferences as they are stored. */
export { storedText } from './preference.rules'
export { ownPreferences } from './preferences.queries'
export { forgetPreference, savePreferences } from './preferences.store'
/** Preferences, as their person takes them along. */
export { PREFERENCES_PART } from './preferences-part'
