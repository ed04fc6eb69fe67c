import { nullable, Timestamp, Uuid } from './ids'
import { PageQuery, paginated } from './paging'
import { json, route } from './route'
import * as z from './zod'

/** Recorded actions: deletions, changes of access, sign-ins. The first word is the subject. */
export const AUDIT_ACTIONS = [
  'files_deleted',
  'books_purged',
  'missing_confirmed',
  'library_created',
  'library_changed',
  'library_deleted',
  'library_folders_changed',
  'settings_changed',
  'settings_reset',
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'session_revoked',
  'session_reused',
  'password_changed',
  'password_reset_requested',
  'password_reset',
  'second_factor_changed',
  'passkey_added',
  'passkey_removed',
  'identity_linked',
  'identity_unlinked',
  'identity_provider_created',
  'identity_provider_changed',
  'identity_provider_deleted',
  'email_verified',
  'user_registered',
  'user_invited',
  'user_created',
  'user_changed',
  'user_deleted',
  'user_viewed_as',
  'api_key_created',
  'api_key_changed',
  'api_key_revoked',
  'access_group_created',
  'access_group_changed',
  'access_group_deleted',
  'sharing_tag_created',
  'sharing_tag_changed',
  'sharing_tag_deleted',
  'series_shared',
  'series_edited',
  'book_edited',
  'name_changed',
  'names_merged',
  'name_deleted',
  'names_cleaned_up',
  'filter_preset_created',
  'filter_preset_changed',
  'filter_preset_deleted',
  'filter_preset_restored',
  'collection_created',
  'collection_changed',
  'collection_deleted',
  'readlist_created',
  'readlist_changed',
  'readlist_deleted',
  'scan_requested',
  'scan_cancelled',
  'schedule_created',
  'schedule_changed',
  'schedule_deleted',
  'schedule_run',
  'task_requested',
  'task_cancelled',
  'task_retried',
  'task_unlocked',
  'tasks_deleted',
  'metrics_deleted',
  'files_cleaned_up',
  'backup_downloaded',
  'backup_deleted',
  'book_errors_retried',
  'book_errors_ignored',
  'duplicate_dismissed',
  'duplicate_restored',
  'series_merged',
  'series_split',
  'books_moved',
  'books_merged',
  'regrouping_undone',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const AUDIT_OUTCOMES = ['begun', 'done', 'failed', 'interrupted'] as const
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number]

export const AUDIT_SUBJECTS = [
  'book',
  'series',
  'library',
  'setting',
  'user',
  'session',
  'api_key',
  'access_group',
  'sharing_tag',
  'name',
  'identity_provider',
  'filter_preset',
  'collection',
  'readlist',
  'schedule',
  'task',
  'server',
] as const
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]

export const AuditEntryDto = z
  .object({
    id: Uuid,
    at: Timestamp,
    endedAt: nullable(Timestamp),
    user: nullable(z.string()).meta({
      description: 'Name at the time; null when nobody was signed in or the server acted by itself',
    }),
    userId: nullable(Uuid),
    address: nullable(z.string()).meta({ description: 'Where the request came from' }),
    action: z.enum(AUDIT_ACTIONS),
    outcome: z.enum(AUDIT_OUTCOMES).meta({
      description: 'begun is in progress; interrupted was ended by a stop, and details show its progress',
    }),
    subjectKind: z.enum(AUDIT_SUBJECTS),
    subjectId: nullable(Uuid),
    subjectName: z.string(),
    subjectExists: z.boolean().meta({ description: 'Whether it still exists and the caller may see it' }),
    libraryId: nullable(Uuid),
    libraryName: nullable(z.string()),
    details: z.record(z.string(), z.unknown()),
    message: nullable(z.string()),
  })
  .meta({ id: 'AuditEntryDto' })
export type AuditEntryDto = z.infer<typeof AuditEntryDto>

/** Known names, separated by commas. */
const Actions = z
  .string()
  .max(2000)
  .transform(text => text.split(','))
  .pipe(z.array(z.enum(AUDIT_ACTIONS)))
  .meta({ description: 'One or several, comma-separated' })

export const listAudit = route({
  id: 'list_audit',
  method: 'get',
  path: '/api/v1/audit',
  tag: 'Audit',
  summary: 'The audit log, newest first',
  access: 'system-admin',
  wholeSight: true,
  query: PageQuery.extend({
    action: Actions.optional(),
    outcome: z.enum(AUDIT_OUTCOMES).optional(),
    subjectKind: z.enum(AUDIT_SUBJECTS).optional(),
    subjectId: Uuid.optional(),
    userId: Uuid.optional().meta({ description: 'Who did it' }),
    personId: Uuid.optional().meta({ description: 'Who did it, or the person concerned' }),
    libraryId: Uuid.optional(),
    from: Timestamp.optional().meta({ description: 'The earliest moment' }),
    to: Timestamp.optional().meta({ description: 'The end, exclusive' }),
    q: z
      .string()
      .trim()
      .max(200)
      .optional()
      .meta({ description: 'Part of the name of who did it or of the subject, or the start of an address' }),
  }),
  status: 200,
  payload: json(paginated('AuditEntryDto', AuditEntryDto)),
})
