import { sql } from 'kysely'
import type { Migration } from './migration'
import { references, required, tables, yes } from './tables'

/** Identity providers, linked accounts, and sign-ins in progress. */
export const oidc: Migration = {
  name: '0015-oidc',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    const make = tables(db, dialect)
    await make.entity('identity_providers', table =>
      table
        .addColumn('name', 'text', column => column.notNull().unique())
        .addColumn('display_name', 'text', required)
        .addColumn('issuer_url', 'text', required)
        .addColumn('client_id', 'text', required)
        .addColumn('client_secret', 'text')
        .addColumn('scopes', 'text', required)
        .addColumn('role_mapping', 'text', required)
        .addColumn('groups_claim', 'text', required)
        .addColumn('username_claim', 'text', required)
        .addColumn('email_claim', 'text', required)
        .addColumn('enabled', 'boolean', yes)
        .addColumn('created_at', 'bigint', required)
        .addColumn('updated_at', 'bigint', required),
    )
    await make.entity('identities', table =>
      table
        .addColumn('user_pk', 'bigint', references('users.pk'))
        .addColumn('provider', 'text', required)
        .addColumn('issuer', make.bytewise, required)
        .addColumn('subject', make.bytewise, required)
        .addColumn('label', 'text')
        .addColumn('created_at', 'bigint', required)
        .addColumn('last_used_at', 'bigint')
        .addUniqueConstraint('identities_key', ['issuer', 'subject']),
    )
    await make.table('oidc_flows', table =>
      table
        .addColumn('state_hash', 'text', column => column.primaryKey())
        .addColumn('browser_hash', 'text')
        .addColumn('provider', 'text', required)
        .addColumn('sealed', 'text', required)
        .addColumn('redirect_url', 'text', required)
        .addColumn('app_url', 'text')
        .addColumn('next', 'text')
        .addColumn('link_user_pk', 'bigint', column => column.references('users.pk').onDelete('cascade'))
        .addColumn('expires_at', 'bigint', required),
    )
    for (const statement of [
      'create index identities_of_user on identities (user_pk)',
      'create index oidc_flows_by_end on oidc_flows (expires_at)',
      'create index oidc_flows_of_user on oidc_flows (link_user_pk)',
    ]) {
      await sql.raw(statement).execute(db)
    }
  },
}
