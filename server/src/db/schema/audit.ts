import type { Generated } from 'kysely'
import { NAMES_USER, type TableEntries } from './table'

/** One act: written before it begins, ended in the transaction that notes what came of it. */
export interface AuditLogTable {
  pk: Generated<number>
  id: string
  at: number
  ended_at: number | null
  /** Null where a schedule did it. */
  user_pk: number | null
  user_name: string | null
  user_id: string | null
  /** Where the request came from. */
  address: string | null
  action: string
  /** begun, done, failed or interrupted. */
  outcome: string
  subject_kind: string
  /** Empty where there is none, as the two names below. */
  subject_id: string
  subject_name: string
  library_id: string
  library_name: string
  /** JSON object; what it holds depends on the action. */
  details: string
  message: string | null
}

/** Further subjects of an act. */
export interface AuditSubjectsTable {
  act_pk: number
  subject_id: string
}

export const AUDIT_TABLES = {
  audit_log: { owner: 'platform', makesStale: 'nothing', seenWith: 'nobody', references: { user_pk: NAMES_USER } },
  audit_subjects: { owner: 'platform', makesStale: 'nothing', seenWith: 'nobody' },
} satisfies TableEntries
