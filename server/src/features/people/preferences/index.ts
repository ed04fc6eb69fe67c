/** A user's preferences, for other protocols. */
export { forgetOwnPreferences, type PreferenceDeps, preferencesBelow, saveOwnPreferences } from './own-preferences'
/** The routes of preferences. */
export { preferenceRoutes } from './preference.routes'
/** Preferences as they are stored. */
export { storedText } from './preference.rules'
export { ownPreferences } from './preferences.queries'
export { forgetPreference, savePreferences } from './preferences.store'
/** Preferences, for exports of a user's data. */
export { PREFERENCES_PART } from './preferences-part'
