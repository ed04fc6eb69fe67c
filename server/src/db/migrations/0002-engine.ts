import { sql } from 'kysely'
import type { Migration } from './migration'
import { type Make, references, required, tables, yes, zero } from './tables'

/** What tasks, their metrics, schedules, the event stream and several processes on one database need. */
export const engine: Migration = {
  name: '0002-engine',
  compatibleFrom: null,
  up: async (db, dialect) => {
    const make = tables(db, dialect)
    for (const statement of changes()) await sql.raw(statement).execute(db)
    await events(make)
    await taskHistory(make)
    await schedules(make)
    await refreshes(make)
    await duplicates(make)
    await processes(make)
    for (const statement of indexes()) await sql.raw(statement).execute(db)
    if (dialect.kind === 'postgres') for (const statement of tidying()) await sql.raw(statement).execute(db)
  },
}

/**
 * Short-lived rows leave dead tuples behind that every query for open tasks would scan: these tables are vacuumed after
 * a fixed number of changes, not after a fifth of their rows.
 */
function tidying(): readonly string[] {
  return ['tasks', 'task_runs', 'events'].map(
    table =>
      `alter table ${table} set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, ` +
      'autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000, autovacuum_vacuum_cost_delay = 0)',
  )
}

function changes(): readonly string[] {
  return [
    'alter table tasks add column requested_by_pk bigint',
    'alter table tasks add column forgiven_attempts bigint not null default 0',
    'alter table tasks add column library_id text',
    'alter table tasks add column series_id text',
    'alter table tasks add column book_id text',
    'alter table book_errors add column ignored_at bigint',
    'drop index tasks_by_state',
    'drop index tasks_to_claim',
  ]
}

async function events(make: Make): Promise<void> {
  // On PostgreSQL the key is the number of the transaction, see db/outbox.ts.
  await make.keyed('events', table =>
    table.addColumn('happened', 'text', required).addColumn('created_at', 'bigint', required),
  )
  await make.table('event_tickets', table =>
    table
      .addColumn('token_hash', 'text', column => column.primaryKey())
      .addColumn('user_pk', 'bigint', references('users.pk'))
      .addColumn('credentials_version', 'bigint')
      .addColumn('key_prefix', 'text')
      .addColumn('ends_at', 'bigint')
      .addColumn('expires_at', 'bigint', required),
  )
}

async function taskHistory(make: Make): Promise<void> {
  await make.keyed('task_runs', table =>
    table
      .addColumn('task_type', 'text', required)
      .addColumn('outcome', 'text', required)
      .addColumn('ended_status', 'text')
      .addColumn('duration_ms', 'bigint', required)
      .addColumn('wait_ms', 'bigint', required)
      .addColumn('items', 'bigint', zero)
      .addColumn('bytes', 'bigint', zero)
      .addColumn('error', 'text')
      .addColumn('ended_at', 'bigint', required),
  )
  await make.table('task_metrics', table =>
    table
      .addColumn('task_type', 'text', required)
      .addColumn('hour', 'bigint', required)
      .addColumn('executed', 'bigint', zero)
      .addColumn('succeeded', 'bigint', zero)
      .addColumn('failed', 'bigint', zero)
      .addColumn('retried', 'bigint', zero)
      .addColumn('duration_sum', 'bigint', zero)
      .addColumn('duration_min', 'bigint', zero)
      .addColumn('duration_max', 'bigint', zero)
      .addColumn('wait_sum', 'bigint', zero)
      .addColumn('items', 'bigint', zero)
      .addColumn('bytes', 'bigint', zero)
      .addColumn('durations', 'text', required)
      .addColumn('minutes', 'text', required)
      .addColumn('last_error', 'text')
      .addColumn('last_error_at', 'bigint')
      .addPrimaryKeyConstraint('task_metrics_key', ['task_type', 'hour']),
  )
  await make.table('task_counts', table =>
    table
      .addColumn('task_type', 'text', required)
      .addColumn('status', 'text', required)
      .addColumn('count', 'bigint', zero)
      .addPrimaryKeyConstraint('task_counts_key', ['task_type', 'status']),
  )
  await make.keyed('task_log', table =>
    table
      .addColumn('task_pk', 'bigint', references('tasks.pk'))
      .addColumn('at', 'bigint', required)
      .addColumn('level', 'text', required)
      .addColumn('message', 'text', required),
  )
  await make.table('settings', table =>
    table
      .addColumn('key', 'text', column => column.primaryKey())
      .addColumn('value', 'text', required)
      .addColumn('updated_at', 'bigint', required)
      .addColumn('updated_by_pk', 'bigint'),
  )
}

async function schedules(make: Make): Promise<void> {
  await make.entity('schedules', table =>
    table
      .addColumn('library_pk', 'bigint', column => column.references('libraries.pk').onDelete('cascade'))
      .addColumn('job', 'text', required)
      .addColumn('name', 'text', required)
      .addColumn('cron', 'text', required)
      .addColumn('timezone', 'text')
      .addColumn('enabled', 'boolean', yes)
      .addColumn('config', 'text', required)
      .addColumn('of_library', 'boolean', required)
      .addColumn('zone', 'text')
      .addColumn('next_fire_at', 'bigint')
      .addColumn('last_task_id', 'text')
      .addColumn('run_tasks', 'text')
      .addColumn('last_run_at', 'bigint')
      .addColumn('last_run_status', 'text')
      .addColumn('last_run_message', 'text')
      .addColumn('created_at', 'bigint', required)
      .addColumn('updated_at', 'bigint', required),
  )
}

async function refreshes(make: Make): Promise<void> {
  await make.table('series_refreshes', table =>
    table
      .addColumn('series_pk', 'bigint', column => column.primaryKey().references('series.pk').onDelete('cascade'))
      .addColumn('refreshed_at', 'bigint', required),
  )
}

async function duplicates(make: Make): Promise<void> {
  await make.entity('duplicates', table =>
    table
      .addColumn('kind', 'text', required)
      .addColumn('match_type', 'text', required)
      .addColumn('match_key', 'text', required)
      .addColumn('library_pk', 'bigint', column => column.references('libraries.pk').onDelete('cascade'))
      .addColumn('dismissed', 'boolean', required)
      .addColumn('created_at', 'bigint', required)
      .addColumn('updated_at', 'bigint', required),
  )
  await make.table('duplicate_members', table =>
    table
      .addColumn('stamp', 'text')
      .addColumn('duplicate_pk', 'bigint', references('duplicates.pk'))
      .addColumn('book_pk', 'bigint', column => column.references('books.pk').onDelete('cascade'))
      .addColumn('series_pk', 'bigint', column => column.references('series.pk').onDelete('cascade')),
  )
}

async function processes(make: Make): Promise<void> {
  await make.table('processes', table =>
    table
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('kind', 'text', required)
      .addColumn('host', 'text', required)
      .addColumn('pid', 'bigint', required)
      .addColumn('version', 'text', required)
      .addColumn('started_at', 'bigint', required)
      .addColumn('seen_at', 'bigint', required),
  )
  await make.table('server_secrets', table =>
    table.addColumn('name', 'text', column => column.primaryKey()).addColumn('value', 'text', required),
  )
}

function indexes(): readonly string[] {
  return [
    'create index events_by_time on events (created_at)',
    'create index event_tickets_by_expiry on event_tickets (expires_at)',
    "create index tasks_to_claim on tasks (priority desc, scheduled_for, pk, task_type, status) where status in ('pending', 'processing')",
    "create index tasks_leased on tasks (lease_until, task_type) where status = 'processing'",
    'create index tasks_by_state on tasks (status, pk, task_type)',
    'create index tasks_by_type on tasks (task_type, pk)',
    'create index tasks_by_library on tasks (library_id, pk) where library_id is not null',
    'create index tasks_by_end on tasks (status, completed_at) where completed_at is not null',
    'create index book_sizes on books (library_pk, file_size, page_count) where not deleted',
    'create index task_metrics_by_hour on task_metrics (hour)',
    'create index task_log_of_task on task_log (task_pk, pk)',
    'create index book_errors_by_type on book_errors (error_type, book_pk)',
    'create index schedules_of_library on schedules (library_pk, pk)',
    'create unique index schedules_scan_of_library on schedules (library_pk) where of_library',
    'create index duplicates_by_match on duplicates (kind, match_type, match_key)',
    'create index duplicate_members_of_group on duplicate_members (duplicate_pk)',
    'create index duplicate_members_by_book on duplicate_members (book_pk)',
    'create index duplicate_members_by_series on duplicate_members (series_pk)',
  ]
}
