/** Settings for administrators, and the public ones. */
export { settingRoutes } from './settings.routes'
