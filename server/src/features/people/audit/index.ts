/** Acts without an end, for those who know what came of them. */
export { begunActs } from './audit.queries'
/** The routes of the audit log. */
export { auditRoutes } from './audit.routes'
/** What an act is about, named as it is now. */
export { namedSubject } from './named-subject.queries'
/** Forgets what is older than it is to be kept. */
export { pruneAudit } from './prune-audit'
