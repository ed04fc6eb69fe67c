import type { Generated } from 'kysely'
import { NAMES_USER, type TableEntries } from './table'

/** One action: written before it begins, ended in the transaction that records its outcome. */
export interface AuditLogTable {
  pk: Generated<number>
  id: string
  at: number
  ended_at: number | null
  /** Null if a schedule did it. */
  user_pk: number | null
  user_name: string | null
  user_id: string | null
  /** Origin of the request. */
  address: string | null
  action: string
  /** begun, done, failed or interrupted. */
  outcome: string
  subject_kind: string
  /** Empty if unknown, like the two names below. */
  subject_id: string
  subject_name: string
  library_id: string
  library_name: string
  /** JSON object; what it holds depends on the action. */
  details: string
  message: string | null
}

/** Further subjects of an action. */
export interface AuditSubjectsTable {
  act_pk: number
  subject_id: string
}

export const AUDIT_TABLES = {
  audit_log: { owner: 'platform', makesStale: 'nothing', seenWith: 'nobody', references: { user_pk: NAMES_USER } },
  audit_subjects: { owner: 'platform', makesStale: 'nothing', seenWith: 'nobody' },
} satisfies TableEntries
