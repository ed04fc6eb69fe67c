import { sql } from 'kysely'
import type { Migration } from './migration'
import { no, references, required, tables, zero } from './tables'

/** Passkeys, and used challenges. */
export const passkeys: Migration = {
  name: '0013-passkeys',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    const make = tables(db, dialect)
    await make.entity('passkeys', table =>
      table
        .addColumn('user_pk', 'bigint', references('users.pk'))
        .addColumn('name', 'text', required)
        .addColumn('credential_id', 'text', column => column.notNull().unique())
        .addColumn('public_key', 'text', required)
        .addColumn('counter', 'bigint', zero)
        .addColumn('transports', 'text', required)
        .addColumn('rp_id', 'text', required)
        .addColumn('origin', 'text', required)
        .addColumn('synced', 'boolean', no)
        .addColumn('created_at', 'bigint', required)
        .addColumn('last_used_at', 'bigint'),
    )
    await make.table('used_challenges', table =>
      table.addColumn('challenge', 'text', column => column.primaryKey()).addColumn('expires_at', 'bigint', required),
    )
    await sql.raw('create index passkeys_of_user on passkeys (user_pk)').execute(db)
    await sql.raw('create index used_challenges_by_end on used_challenges (expires_at)').execute(db)
  },
}
