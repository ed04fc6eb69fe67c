/** The routes of reading statistics. */

export { statisticsRoutes } from './statistics.routes'
