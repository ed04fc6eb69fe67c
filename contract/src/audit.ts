import { z } from 'zod'
import { nullable, Timestamp, Uuid } from './ids'
import { PageQuery, paginated } from './paging'
import { json, route } from './route'

/** Acts that take something away for good, or could: who did what, and how it ended. */
export const AUDIT_ACTIONS = [
  'files_deleted',
  'books_purged',
  'missing_confirmed',
  'library_deleted',
  'library_folders_changed',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const AUDIT_OUTCOMES = ['begun', 'done', 'failed', 'interrupted'] as const
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number]

export const AuditEntryDto = z
  .object({
    id: Uuid,
    at: Timestamp,
    endedAt: nullable(Timestamp),
    user: nullable(z.string()).meta({ description: 'Name at the time; null where a schedule did it' }),
    action: z.enum(AUDIT_ACTIONS),
    outcome: z.enum(AUDIT_OUTCOMES).meta({
      description: 'begun is under way; interrupted was cut off by a stop, and details say how far it came',
    }),
    subjectKind: z.enum(['book', 'series', 'library']),
    subjectId: Uuid,
    subjectName: z.string(),
    libraryId: Uuid,
    libraryName: z.string(),
    details: z.record(z.string(), z.unknown()),
    message: nullable(z.string()),
  })
  .meta({ id: 'AuditEntryDto' })
export type AuditEntryDto = z.infer<typeof AuditEntryDto>

export const listAudit = route({
  id: 'list_audit',
  method: 'get',
  path: '/api/v1/audit',
  tag: 'Audit',
  summary: 'What was deleted, purged and given up, by whom, the last first',
  access: 'system-admin',
  query: PageQuery.extend({ action: z.enum(AUDIT_ACTIONS).optional(), libraryId: Uuid.optional() }),
  status: 200,
  payload: json(paginated('AuditEntryDto', AuditEntryDto)),
})
