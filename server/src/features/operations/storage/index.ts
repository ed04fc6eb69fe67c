/** The task that measures, for the worker and once a day. */
export { measureDaily, measureHandlers } from './measure-storage'
/** The routes of storage. */
export { storageRoutes } from './storage.routes'
export type { MeasuredPlaces } from './storage-parts'
