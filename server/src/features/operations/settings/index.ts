/** Settings for administrators, and what everybody may know of them. */
export { settingRoutes } from './settings.routes'
