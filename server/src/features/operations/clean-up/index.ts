/** The routes of clean-ups. */
export { type CleanUpRouteDeps, cleanUpRoutes } from './clean-up.routes'
/** The worker's part, and the tasks. */
export { type CleanUpDeps, cleanUpHandlers, ORPHAN_CLEAN_UP } from './clean-up-tasks'
/** What a clean-up would remove. */
export type { OrphanDeps } from './orphans'
export { pdfCacheRoutes } from './pdf-cache.routes'
export { orphanStats } from './remove-orphans'
