import { sql } from 'kysely'
import type { Migration } from './migration'
import { references, tables } from './tables'

/** The libraries that a guardian chooses for a child profile. */
export const childLibraries: Migration = {
  name: '0053-child-libraries',
  // An older process would show the others too.
  compatibleFrom: null,
  up: async (db, dialect) => {
    await sql.raw('alter table child_profiles add column limits_libraries boolean not null default false').execute(db)
    await tables(db, dialect).table('child_libraries', table =>
      table
        .addColumn('user_pk', 'bigint', references('users.pk'))
        .addColumn('library_pk', 'bigint', references('libraries.pk'))
        .addPrimaryKeyConstraint('child_libraries_key', ['user_pk', 'library_pk']),
    )
  },
}
