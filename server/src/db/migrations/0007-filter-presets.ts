import { sql } from 'kysely'
import type { Migration } from './migration'
import { no, references, required, tables, yes } from './tables'

/** Saved filters, and the rows of home pages. */
export const filterPresets: Migration = {
  name: '0007-filter-presets',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    const make = tables(db, dialect)
    await make.entity('filter_presets', table =>
      table
        .addColumn('user_pk', 'bigint', references('users.pk'))
        .addColumn('library_pk', 'bigint', column => column.references('libraries.pk').onDelete('cascade'))
        .addColumn('scope', 'text', required)
        .addColumn('target', 'text', required)
        .addColumn('name', 'text', required)
        .addColumn('condition', 'text', required)
        .addColumn('sort', 'text')
        .addColumn('query', 'text')
        .addColumn('version', 'integer', required)
        .addColumn('view', 'text')
        .addColumn('shared', 'boolean', no)
        .addColumn('deleted_at', 'bigint')
        .addColumn('created_at', 'bigint', required)
        .addColumn('updated_at', 'bigint', required),
    )
    await make.table('preset_pins', table =>
      table
        .addColumn('user_pk', 'bigint', references('users.pk'))
        .addColumn('preset_pk', 'bigint', references('filter_presets.pk'))
        .addPrimaryKeyConstraint('preset_pins_key', ['user_pk', 'preset_pk']),
    )
    await make.table('home_rows', table =>
      table
        .addColumn('user_pk', 'bigint', references('users.pk'))
        .addColumn('position', 'integer', required)
        .addColumn('kind', 'text', required)
        .addColumn('preset_pk', 'bigint', column => column.references('filter_presets.pk').onDelete('cascade'))
        .addColumn('shown', 'boolean', yes)
        .addPrimaryKeyConstraint('home_rows_key', ['user_pk', 'position']),
    )
    for (const statement of INDEXES) await sql.raw(statement).execute(db)
  },
}

const INDEXES = [
  `create unique index filter_presets_by_name
    on filter_presets (user_pk, scope, target, coalesce(library_pk, 0), name) where deleted_at is null`,
  'create index filter_presets_shared on filter_presets (shared) where shared',
  'create index filter_presets_of_library on filter_presets (library_pk)',
  'create index preset_pins_of_preset on preset_pins (preset_pk)',
  'create index home_rows_of_preset on home_rows (preset_pk)',
]
