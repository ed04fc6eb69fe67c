/** Books as one zip. */
export { type Archives, createArchives, downloadRoutes } from './downloads.routes'
