/** The routes of the server's disk. */
export { filesystemRoutes } from './filesystem.routes'
