import type { ColumnDefinitionBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Dialect } from '../dialect'
import type { Migration } from './migration'
import { type Make, no, references, required, tables, yes, zero } from './tables'

/** Users, libraries, series, books, read progress, tasks and scans. */
export const catalogue: Migration = {
  name: '0001-catalogue',
  compatibleFrom: null,
  up: async (db, dialect) => {
    const make = tables(db, dialect)
    await users(make)
    await libraries(make)
    await books(make)
    await progress(make)
    await tasks(make)
    for (const statement of indexes(dialect)) await sql.raw(statement).execute(db)
  },
}

async function users(make: Make): Promise<void> {
  await make.entity('users', table =>
    table
      .addColumn('username', 'text', required)
      .addColumn('username_key', 'text', column => column.notNull().unique())
      .addColumn('email', 'text', required)
      .addColumn('email_key', 'text', column => column.notNull().unique())
      .addColumn('password_hash', 'text', required)
      .addColumn('role', 'text', required)
      .addColumn('permissions', 'text', required)
      .addColumn('is_active', 'boolean', yes)
      .addColumn('email_verified', 'boolean', no)
      .addColumn('credentials_version', 'bigint', zero)
      .addColumn('last_login_at', 'bigint')
      .addColumn('created_at', 'bigint', required)
      .addColumn('updated_at', 'bigint', required),
  )
  await make.entity('api_keys', table =>
    table
      .addColumn('user_pk', 'bigint', references('users.pk'))
      .addColumn('name', 'text', required)
      .addColumn('key_prefix', 'text', column => column.notNull().unique())
      .addColumn('key_hash', 'text', required)
      .addColumn('permissions', 'text', required)
      .addColumn('is_active', 'boolean', yes)
      .addColumn('expires_at', 'bigint')
      .addColumn('last_used_at', 'bigint')
      .addColumn('created_at', 'bigint', required)
      .addColumn('updated_at', 'bigint', required),
  )
}

async function libraries(make: Make): Promise<void> {
  await make.entity('libraries', table =>
    table
      .addColumn('name', 'text', required)
      .addColumn('description', 'text')
      .addColumn('is_active', 'boolean', yes)
      .addColumn('series_strategy', 'text', required)
      .addColumn('series_config', 'text')
      .addColumn('book_strategy', 'text', required)
      .addColumn('book_config', 'text')
      .addColumn('number_strategy', 'text', required)
      .addColumn('number_config', 'text')
      .addColumn('title_rules', 'text')
      .addColumn('auto_match_conditions', 'text')
      .addColumn('scanning_config', 'text')
      .addColumn('default_reading_direction', 'text', required)
      .addColumn('allowed_formats', 'text')
      .addColumn('excluded_patterns', 'text')
      .addColumn('book_count', 'bigint', zero)
      .addColumn('series_count', 'bigint', zero)
      .addColumn('last_scanned_at', 'bigint')
      .addColumn('created_at', 'bigint', required)
      .addColumn('updated_at', 'bigint', required),
  )
  await make.keyed('library_folders', table =>
    table
      .addColumn('library_pk', 'bigint', references('libraries.pk'))
      .addColumn('position', 'bigint', required)
      .addColumn('path', 'text', required)
      .addColumn('removed_at', 'bigint')
      .addColumn('unavailable_reason', 'text'),
  )
  await make.entity('series', table =>
    table
      .addColumn('library_pk', 'bigint', references('libraries.pk'))
      .addColumn('path', make.bytewise, required)
      .addColumn('title', 'text', required)
      .addColumn('title_sort', 'text')
      .addColumn('sort_key', make.bytewise, required)
      .addColumn('search_text', 'text', required)
      .addColumn('summary', 'text')
      .addColumn('publisher', 'text')
      .addColumn('year', 'bigint')
      .addColumn('reading_direction', 'text')
      .addColumn('book_count', 'bigint', zero)
      .addColumn('volumes_owned', 'bigint', zero)
      .addColumn('max_volume', 'bigint')
      .addColumn('max_chapter', 'double precision')
      .addColumn('cover_book_pk', 'bigint')
      .addColumn('created_at', 'bigint', required)
      .addColumn('updated_at', 'bigint', required)
      .addUniqueConstraint('series_by_path', ['library_pk', 'path']),
  )
}

async function books(make: Make): Promise<void> {
  await make.entity('books', table =>
    table
      // Deleted with its folder: a foreign key of its own would need an index of its own.
      .addColumn('library_pk', 'bigint', required)
      .addColumn('folder_pk', 'bigint', references('library_folders.pk'))
      .addColumn('series_pk', 'bigint', references('series.pk'))
      .addColumn('path', make.bytewise, required)
      .addColumn('file_name', make.bytewise, required)
      .addColumn('file_format', 'text', required)
      .addColumn('file_size', 'bigint', required)
      .addColumn('file_modified_ms', 'bigint', required)
      .addColumn('file_inode', 'bigint', required)
      .addColumn('file_hash', 'text', required)
      .addColumn('reader_sync_hash', 'text')
      .addColumn('page_count', 'bigint', zero)
      .addColumn('title', 'text', required)
      .addColumn('title_sort', 'text')
      .addColumn('sort_key', make.bytewise, required)
      .addColumn('search_text', 'text', required)
      .addColumn('number', 'double precision')
      .addColumn('volume', 'bigint')
      .addColumn('chapter', 'double precision')
      .addColumn('release_date', 'bigint')
      .addColumn('summary', 'text')
      .addColumn('analyzed', 'boolean', no)
      .addColumn('analysis_error', 'text')
      .addColumn('deleted', 'boolean', no)
      .addColumn('deleted_at', 'bigint')
      .addColumn('thumb_hash', 'text')
      .addColumn('cover_version', 'text')
      .addColumn('created_at', 'bigint', required)
      .addColumn('updated_at', 'bigint', required)
      .addUniqueConstraint('books_by_path', ['folder_pk', 'path']),
  )
  const ownBook = (column: ColumnDefinitionBuilder) => column.primaryKey().references('books.pk').onDelete('cascade')
  await make.table('book_pages', table =>
    table.addColumn('book_pk', 'bigint', ownBook).addColumn('packed', 'text', required),
  )
  await make.table('book_metadata', table =>
    table
      .addColumn('book_pk', 'bigint', ownBook)
      .addColumn('id', 'text', required)
      .addColumn('source', 'text', required)
      .addColumn('title', 'text')
      .addColumn('series', 'text')
      .addColumn('number', 'text')
      .addColumn('volume', 'bigint')
      .addColumn('chapter', 'double precision')
      .addColumn('count', 'bigint')
      .addColumn('summary', 'text')
      .addColumn('publisher', 'text')
      .addColumn('imprint', 'text')
      .addColumn('year', 'bigint')
      .addColumn('month', 'bigint')
      .addColumn('day', 'bigint')
      .addColumn('language_iso', 'text')
      .addColumn('format_detail', 'text')
      .addColumn('black_and_white', 'boolean')
      .addColumn('manga', 'boolean')
      .addColumn('reading_direction', 'text')
      .addColumn('age_rating', 'text')
      .addColumn('web', 'text')
      .addColumn('isbns', 'text', required)
      .addColumn('genres', 'text', required)
      .addColumn('tags', 'text', required)
      .addColumn('authors', 'text', required)
      .addColumn('updated_at', 'bigint', required),
  )
  await make.table('book_errors', table =>
    table
      .addColumn('book_pk', 'bigint', references('books.pk'))
      .addColumn('error_type', 'text', required)
      .addColumn('reason', 'text', required)
      .addColumn('message', 'text', required)
      .addColumn('details', 'text')
      .addColumn('occurred_at', 'bigint', required)
      .addPrimaryKeyConstraint('book_errors_key', ['book_pk', 'error_type']),
  )
}

async function progress(make: Make): Promise<void> {
  await make.entity('read_progress', table =>
    table
      .addColumn('user_pk', 'bigint', references('users.pk'))
      .addColumn('book_pk', 'bigint', references('books.pk'))
      .addColumn('series_pk', 'bigint', references('series.pk'))
      .addColumn('current_page', 'bigint', required)
      .addColumn('percentage', 'double precision')
      .addColumn('completed', 'boolean', no)
      .addColumn('started_at', 'bigint', required)
      .addColumn('updated_at', 'bigint', required)
      .addColumn('completed_at', 'bigint')
      .addColumn('locator', 'text')
      .addUniqueConstraint('read_progress_of_book', ['user_pk', 'book_pk']),
  )
  await make.table('series_progress', table =>
    table
      .addColumn('user_pk', 'bigint', references('users.pk'))
      .addColumn('series_pk', 'bigint', references('series.pk'))
      .addColumn('completed_count', 'bigint', required)
      .addColumn('in_progress_count', 'bigint', required)
      .addColumn('last_read_at', 'bigint', required)
      .addPrimaryKeyConstraint('series_progress_key', ['user_pk', 'series_pk']),
  )
}

async function tasks(make: Make): Promise<void> {
  await make.entity('tasks', table =>
    table
      .addColumn('task_type', 'text', required)
      .addColumn('payload', 'text', required)
      .addColumn('dedup_key', 'text', required)
      .addColumn('status', 'text', required)
      .addColumn('priority', 'bigint', required)
      .addColumn('attempt', 'bigint', zero)
      .addColumn('max_attempts', 'bigint', required)
      .addColumn('locked_by', 'text')
      .addColumn('lease_until', 'bigint')
      .addColumn('scheduled_for', 'bigint', required)
      .addColumn('cancel_requested', 'boolean', no)
      .addColumn('progress_current', 'bigint', zero)
      .addColumn('progress_total', 'bigint', zero)
      .addColumn('progress_message', 'text')
      .addColumn('result', 'text')
      .addColumn('last_error', 'text')
      .addColumn('created_at', 'bigint', required)
      .addColumn('started_at', 'bigint')
      .addColumn('completed_at', 'bigint'),
  )
  await make.entity('scans', table =>
    table
      .addColumn('library_pk', 'bigint', references('libraries.pk'))
      .addColumn('status', 'text', required)
      .addColumn('mode', 'text', required)
      .addColumn('files_total', 'bigint', zero)
      .addColumn('files_processed', 'bigint', zero)
      .addColumn('series_found', 'bigint', zero)
      .addColumn('books_found', 'bigint', zero)
      .addColumn('books_analyzed', 'bigint', zero)
      .addColumn('books_to_analyze', 'bigint', zero)
      .addColumn('errors', 'text', required)
      .addColumn('created_at', 'bigint', required)
      .addColumn('started_at', 'bigint')
      .addColumn('completed_at', 'bigint'),
  )
}

/**
 * Each sort of a list has an index that ends in pk, the stable tie-break.
 * Unknown values come first on both databases; PostgreSQL needs `nulls first`.
 */
function indexes({ kind }: Dialect): readonly string[] {
  const nullsFirst = kind === 'postgres' ? ' nulls first' : ''
  return [
    'create unique index library_folders_by_path on library_folders (path) where removed_at is null',
    'create index library_folders_of_library on library_folders (library_pk, position)',
    'create index books_by_title on books (sort_key, pk) where not deleted',
    'create index books_of_library_by_title on books (library_pk, sort_key, pk) where not deleted',
    'create index books_by_created on books (created_at, pk) where not deleted',
    'create index books_of_library_by_created on books (library_pk, created_at, pk) where not deleted',
    `create index books_of_series on books (series_pk, number${nullsFirst}, sort_key, pk) where not deleted`,
    'create index books_by_file_name on books (file_name, pk) where not deleted',
    'create index books_by_size on books (file_size, pk) where not deleted',
    'create index books_by_pages on books (page_count, pk) where not deleted',
    `create index books_by_release on books (release_date${nullsFirst}, pk) where not deleted`,
    `create index books_by_number on books (number${nullsFirst}, pk) where not deleted`,
    'create index books_by_hash on books (file_hash)',
    'create index books_to_analyze on books (library_pk, pk) where not analyzed and not deleted',
    'create index series_by_title on series (sort_key, pk) where book_count > 0',
    'create index series_of_library_by_title on series (library_pk, sort_key, pk) where book_count > 0',
    'create index series_by_created on series (created_at, pk) where book_count > 0',
    'create index series_by_updated on series (updated_at, pk) where book_count > 0',
    `create index series_by_year on series (year${nullsFirst}, pk) where book_count > 0`,
    'create index series_by_book_count on series (book_count, pk) where book_count > 0',
    'create index read_progress_by_time on read_progress (user_pk, completed, updated_at, pk)',
    'create index read_progress_of_series on read_progress (series_pk, user_pk)',
    'create index read_progress_of_books on read_progress (book_pk)',
    'create index series_progress_by_time on series_progress (user_pk, last_read_at, series_pk)',
    'create index series_progress_of_series on series_progress (series_pk)',
    'create index api_keys_of_user on api_keys (user_pk)',
    "create unique index tasks_waiting on tasks (dedup_key) where status in ('pending', 'processing')",
    "create index tasks_to_claim on tasks (priority desc, scheduled_for, pk) where status in ('pending', 'processing')",
    'create index tasks_by_state on tasks (task_type, status)',
    'create index scans_of_library on scans (library_pk, pk)',
    "create index scans_active on scans (pk) where status in ('pending', 'processing')",
  ]
}
