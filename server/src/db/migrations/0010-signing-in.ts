import { sql } from 'kysely'
import type { Migration } from './migration'
import { type Make, no, references, required, tables, zero } from './tables'

/** Sessions with their refresh tokens, one-time links and second factors. */
export const signingIn: Migration = {
  name: '0010-signing-in',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    const make = tables(db, dialect)
    await db.schema.alterTable('users').addColumn('sessions_version', 'bigint', zero).execute()
    await db.schema.alterTable('users').addColumn('second_factor', 'boolean', no).execute()
    await db.schema.alterTable('event_tickets').addColumn('session_id', 'text').execute()
    await sessions(make)
    await links(make)
    await secondFactors(make)
    for (const statement of [
      'create index sessions_of_user on sessions (user_pk)',
      'create index sessions_by_end on sessions (expires_at)',
      'create index refresh_tokens_of_session on refresh_tokens (session_pk)',
      'create index account_links_of_user on account_links (user_pk)',
    ]) {
      await sql.raw(statement).execute(db)
    }
  },
}

async function sessions(make: Make): Promise<void> {
  await make.entity('sessions', table =>
    table
      .addColumn('user_pk', 'bigint', references('users.pk'))
      .addColumn('credentials_version', 'bigint', required)
      .addColumn('way', 'text', required)
      .addColumn('user_agent', 'text', required)
      .addColumn('address', 'text', required)
      .addColumn('created_at', 'bigint', required)
      .addColumn('last_used_at', 'bigint', required)
      .addColumn('expires_at', 'bigint', required),
  )
  await make.table('refresh_tokens', table =>
    table
      .addColumn('token_hash', 'text', column => column.primaryKey())
      .addColumn('session_pk', 'bigint', references('sessions.pk'))
      .addColumn('created_at', 'bigint', required)
      .addColumn('used_at', 'bigint'),
  )
}

async function links(make: Make): Promise<void> {
  await make.table('account_links', table =>
    table
      .addColumn('token_hash', 'text', column => column.primaryKey())
      .addColumn('user_pk', 'bigint', references('users.pk'))
      .addColumn('purpose', 'text', required)
      .addColumn('email', 'text')
      .addColumn('expires_at', 'bigint', required),
  )
}

async function secondFactors(make: Make): Promise<void> {
  await make.table('totp_secrets', table =>
    table
      .addColumn('user_pk', 'bigint', column => references('users.pk')(column).primaryKey())
      .addColumn('secret', 'text', required)
      .addColumn('last_step', 'bigint', zero)
      .addColumn('created_at', 'bigint', required)
      .addColumn('confirmed_at', 'bigint'),
  )
  await make.table('recovery_codes', table =>
    table
      .addColumn('user_pk', 'bigint', references('users.pk'))
      .addColumn('code_hash', 'text', required)
      .addPrimaryKeyConstraint('recovery_codes_key', ['user_pk', 'code_hash']),
  )
}
