import type { Generated } from 'kysely'
import { NAMES_USER, OF_USER, type TableEntries } from './table'

/** One row for each transaction with events; see db/outbox.ts. */
export interface EventsTable {
  pk: Generated<number>
  /** JSON array of what happened, in order. */
  happened: string
  created_at: number
}

/** A ticket opens one event stream, once, with the access of the credential it was requested with. */
export interface EventTicketsTable {
  token_hash: string
  user_pk: number
  /** Null if requested with an API key. */
  credentials_version: number | null
  key_prefix: string | null
  session_id: Generated<string | null>
  /** When that session or key expires. */
  ends_at: number | null
  expires_at: number
}

/** Settings changed at run time; the value is JSON. */
export interface SettingsTable {
  key: string
  value: string
  updated_at: number
  updated_by_pk: number | null
  /** Grows with each change. */
  version: Generated<number>
  /** False after a reset: the default applies, and `value` is ignored. */
  is_set: Generated<boolean>
}

/** Former values of settings; in wire format. */
export interface SettingChangesTable {
  pk: Generated<number>
  id: string
  key: string
  version: number
  old_value: string
  new_value: string
  changed_at: number
  /** Null if no person did it. */
  changed_by_id: string | null
  changed_by_name: string | null
  reason: string | null
  address: string | null
}

/** Every process on this database that is alive, or was recently. */
export interface ProcessesTable {
  id: string
  /** serve or worker. */
  kind: string
  host: string
  pid: number
  version: string
  started_at: number
  seen_at: number
}

/** Keys that all processes on one database share. */
export interface ServerSecretsTable {
  name: string
  value: string
}

/** Applied migrations. */
export interface SchemaMigrationsTable {
  name: string
  applied_at: number
  compatible_from: string | null
}

export const ENGINE_TABLES = {
  events: { owner: 'db', makesStale: 'nothing', seenWith: 'nobody' },
  event_tickets: {
    owner: 'features/operations/events',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER },
    secret: 'rows',
  },
  settings: {
    owner: 'platform/settings',
    makesStale: 'catalogue',
    seenWith: 'nobody',
    references: { updated_by_pk: NAMES_USER },
  },
  setting_changes: { owner: 'platform/settings', makesStale: 'nothing', seenWith: 'nobody' },
  processes: {
    owner: 'features/operations/processes',
    makesStale: 'nothing',
    seenWith: 'nobody',
    copied: 'not-at-all',
  },
  server_secrets: { owner: 'features/people/auth', makesStale: 'nothing', seenWith: 'nobody', secret: 'rows' },
  schema_migrations: { owner: 'db', makesStale: 'nothing', seenWith: 'nobody', copied: 'not-at-all' },
} satisfies TableEntries
