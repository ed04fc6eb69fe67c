/** Preferences, as their person takes them along. */

/** What each person prefers. */
export { preferenceRoutes } from './preference.routes'
export { PREFERENCES_PART } from './preferences-part'
