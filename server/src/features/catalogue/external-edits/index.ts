/** Routes by which people see and change ids, links and ratings at other sites. */
export { externalEdits, externalRoutes } from './external-edits.routes'
