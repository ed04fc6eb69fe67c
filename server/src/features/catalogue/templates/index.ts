/** Contexts of templates. */
export { templateRoutes } from './template.routes'
