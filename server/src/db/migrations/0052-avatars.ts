import { sql } from 'kysely'
import type { Migration } from './migration'
import { references, required, tables } from './tables'

/** Profile pictures. */
export const avatars: Migration = {
  name: '0052-avatars',
  compatibleFrom: '0051-child-limits',
  up: async (db, dialect) => {
    await sql.raw('alter table users add column avatar text').execute(db)
    await tables(db, dialect).table('avatars', table =>
      table
        .addColumn('user_pk', 'bigint', references('users.pk'))
        .addColumn('picture', 'text', required)
        .addColumn('updated_at', 'bigint', required)
        .addPrimaryKeyConstraint('avatars_key', ['user_pk']),
    )
  },
}
