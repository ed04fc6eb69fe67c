import type { Generated } from 'kysely'
import { NAMES_USER, OF_USER, type TableEntries } from './table'

/** One row for each transaction that has something to tell; see db/outbox.ts. */
export interface EventsTable {
  pk: Generated<number>
  /** JSON array of what happened, in order. */
  happened: string
  created_at: number
}

/** A ticket opens one event stream, once. It is worth what its maker came in by. */
export interface EventTicketsTable {
  token_hash: string
  user_pk: number
  /** Null when the maker came with an API key. */
  credentials_version: number | null
  key_prefix: string | null
  session_id: Generated<string | null>
  /** When the maker's sign-in or key ends. */
  ends_at: number | null
  expires_at: number
}

/** Settings that are changed while the server runs; the value is JSON. */
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

/** What settings were before; values as the wire has them. */
export interface SettingChangesTable {
  pk: Generated<number>
  id: string
  key: string
  version: number
  old_value: string
  new_value: string
  changed_at: number
  /** Null where no person did it. */
  changed_by_id: string | null
  changed_by_name: string | null
  reason: string | null
  address: string | null
}

/** Every process on this database that is alive, or was not long ago. */
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
  server_secrets: { owner: 'features/people/auth', makesStale: 'nothing', seenWith: 'nobody' },
  schema_migrations: { owner: 'db', makesStale: 'nothing', seenWith: 'nobody', copied: 'not-at-all' },
} satisfies TableEntries
