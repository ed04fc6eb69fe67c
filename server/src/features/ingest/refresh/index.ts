/** Field groups of a refresh, and validation of a job's options. */
export { FIELD_GROUPS, refreshFault } from './field-groups'
/** A preview of a refresh. */
export { planRefresh } from './plan-refresh'
/** The worker's part, and the task. */
export { type RefreshDeps, refreshHandlers, refreshTask } from './refresh-library'
