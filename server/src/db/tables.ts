import type { Schema } from './schema'
import { ACCESS_TABLES } from './schema/access'
import { AUDIT_TABLES } from './schema/audit'
import { BOOK_TABLES } from './schema/books'
import { COVER_TABLES } from './schema/covers'
import { CURATED_LIST_TABLES } from './schema/curated-lists'
import { EDITING_TABLES } from './schema/editing'
import { ENGINE_TABLES } from './schema/engine'
import { EXPORT_TABLES } from './schema/exports'
import { EXTERNAL_TABLES } from './schema/external'
import { FACET_TABLES } from './schema/facets'
import { PRESET_TABLES } from './schema/filter-presets'
import { LIBRARY_TABLES } from './schema/libraries'
import { MARK_TABLES } from './schema/marks'
import { OIDC_TABLES } from './schema/oidc'
import { PROGRESS_TABLES } from './schema/progress'
import { RECOMMENDATION_TABLES } from './schema/recommendations'
import { REGROUPING_TABLES } from './schema/regroupings'
import { SERIES_TABLES } from './schema/series'
import { SIGNING_IN_TABLES } from './schema/signing-in'
import type { TableEntry } from './schema/table'
import { TASK_TABLES } from './schema/tasks'
import { USER_TABLES } from './schema/users'
import { WANT_TO_READ_TABLES } from './schema/want-to-read'

/**
 * Registry of all tables: who writes them, which caches a write invalidates, who sees their rows, and what happens to
 * rows when a book, series or user is replaced or deleted. See `README.md`.
 */
export const TABLES: Readonly<Record<keyof Schema, TableEntry>> = {
  ...ACCESS_TABLES,
  ...AUDIT_TABLES,
  ...BOOK_TABLES,
  ...COVER_TABLES,
  ...EDITING_TABLES,
  ...ENGINE_TABLES,
  ...EXPORT_TABLES,
  ...EXTERNAL_TABLES,
  ...FACET_TABLES,
  ...PRESET_TABLES,
  ...CURATED_LIST_TABLES,
  ...LIBRARY_TABLES,
  ...MARK_TABLES,
  ...OIDC_TABLES,
  ...PROGRESS_TABLES,
  ...REGROUPING_TABLES,
  ...RECOMMENDATION_TABLES,
  ...SERIES_TABLES,
  ...SIGNING_IN_TABLES,
  ...TASK_TABLES,
  ...USER_TABLES,
  ...WANT_TO_READ_TABLES,
}

/** The entry of a table; undefined for one that is not in the registry. */
export function entryOf(table: string): TableEntry | undefined {
  const entries: Readonly<Record<string, TableEntry>> = TABLES
  return Object.hasOwn(entries, table) ? entries[table] : undefined
}
