/** Books as one zip. */
export { downloadRoutes } from './downloads.routes'
