/** What a refresh can refresh, and whether a job's wishes can be met. */
export { FIELD_GROUPS, refreshFault } from './field-groups'
