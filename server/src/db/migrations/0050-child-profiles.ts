import { sql } from 'kysely'
import type { Migration } from './migration'
import { references, required, tables } from './tables'

/** Child profiles and their guardians. */
export const childProfiles: Migration = {
  name: '0050-child-profiles',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    await tables(db, dialect).table('child_profiles', table =>
      table
        .addColumn('user_pk', 'bigint', references('users.pk'))
        .addColumn('guardian_pk', 'bigint', references('users.pk'))
        .addColumn('created_at', 'bigint', required)
        .addPrimaryKeyConstraint('child_profiles_key', ['user_pk']),
    )
    await sql.raw('create index child_profiles_of_guardian on child_profiles (guardian_pk)').execute(db)
  },
}
