/** The routes of genres, tags, people and other names. */
export type { NameDeps } from './change-names'
export { nameHandlers } from './name-tasks'
export { nameRoutes } from './names.routes'
export { pruneNameChanges } from './prune-changes'
