import type { Generated } from 'kysely'
import { OF_USER, type TableEntries } from './table'

/** A requested export of the catalogue, or of a user's own data. */
export interface ExportsTable {
  pk: Generated<number>
  id: string
  user_pk: number
  /** series or data. */
  kind: string
  /** json, csv, md or zip. */
  format: string
  /** JSON: what to export. */
  request: string
  /** pending, running, completed, failed or cancelled. */
  state: string
  /** Why it failed. */
  reason: string | null
  task_id: string | null
  /** Key of the file in the artefact store; null until it is complete. */
  file: string | null
  row_count: number | null
  bytes: number | null
  created_at: number
  started_at: number | null
  completed_at: number | null
  expires_at: number
}

/** An uploaded archive of a user's data. */
export interface DataImportsTable {
  pk: Generated<number>
  id: string
  user_pk: number
  /** JSON: permissions of the credential. */
  permissions: string
  /** checking, checked, applying, completed, failed or cancelled. */
  state: string
  /** Why it failed. */
  reason: string | null
  task_id: string | null
  /** Key of the archive in the artefact store. */
  file: string
  bytes: number
  /** JSON: counts of what was found, imported and skipped. */
  report: string | null
  created_at: number
  ended_at: number | null
  expires_at: number
}

export const EXPORT_TABLES = {
  exports: {
    owner: 'features/operations/exports',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
  data_imports: {
    owner: 'features/operations/data-transfer',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
} satisfies TableEntries
