/** The routes to browse the server's disk. */
export { filesystemRoutes } from './filesystem.routes'
