/** What a refresh can refresh, and whether a job's options are valid. */
export { FIELD_GROUPS, refreshFault } from './field-groups'
/** What a refresh would change. */
export { planRefresh } from './plan-refresh'
/** The worker's part, and the task. */
export { type RefreshDeps, refreshHandlers, refreshTask } from './refresh-library'
