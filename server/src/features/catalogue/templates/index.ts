/** What templates are rendered with. */
export { templateRoutes } from './template.routes'
