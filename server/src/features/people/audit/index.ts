/** Unfinished entries, for features that can determine their outcome. */
export { begunActs } from './audit.queries'
/** The routes of the audit log. */
export { auditRoutes } from './audit.routes'
/** The subject of an entry under its current name. */
export { namedSubject } from './named-subject.queries'
/** Deletes entries beyond the retention time, and beyond the limit per person. */
export { pruneAudit, pruneAuditExcess } from './prune-audit'
