/** Acts without an end, for those who know what came of them. */
export { begunActs } from './audit.queries'
/** The routes of the audit log. */
export { auditRoutes } from './audit.routes'
/** What an act is about, named as it is now. */
export { namedSubject } from './named-subject.queries'
/** Deletes what is older than the retention time, and what one person has too much of. */
export { pruneAudit, pruneAuditExcess } from './prune-audit'
