import { type Kysely, sql } from 'kysely'
import type { Connection } from './connect'
import { MIGRATIONS } from './migrations'

/** Any number; the same for every Octavo on one PostgreSQL, so that one migrates and the others wait. */
const ADVISORY_LOCK = 8_205_714

/**
 * Brings the schema up to date and answers the names of the steps that ran.
 * All steps run in one transaction: a broken one leaves the schema as it was.
 * @throws when the database was written by a newer Octavo
 */
export async function migrate(connection: Connection): Promise<string[]> {
  const { dialect } = connection.reader
  return connection.migrations.transaction().execute(async transaction => {
    const db = transaction as unknown as Kysely<never>
    if (dialect.kind === 'postgres') await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(db)
    await sql`create table if not exists schema_migrations (name text primary key, applied_at bigint not null)`.execute(
      db,
    )
    const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db)
    const applied = new Set(rows.map(row => row.name))
    refuseNewerSchema(applied)
    const missing = MIGRATIONS.filter(migration => !applied.has(migration.name))
    for (const migration of missing) {
      await migration.up(db, dialect)
      await sql`insert into schema_migrations (name, applied_at) values (${migration.name}, ${Date.now()})`.execute(db)
    }
    return missing.map(migration => migration.name)
  })
}

/** The steps that the database lacks, and those that only a newer Octavo knows. */
export async function schemaState(
  connection: Connection,
): Promise<{ readonly missing: readonly string[]; readonly newer: readonly string[] }> {
  const rows = await connection.reader.run<{ name: string }>('select name from schema_migrations', [])
  const applied = new Set(rows.map(row => row.name))
  const known = new Set(MIGRATIONS.map(migration => migration.name))
  return {
    missing: [...known].filter(name => !applied.has(name)),
    newer: [...applied].filter(name => !known.has(name)),
  }
}

function refuseNewerSchema(applied: ReadonlySet<string>): void {
  const known = new Set(MIGRATIONS.map(migration => migration.name))
  const unknown = [...applied].filter(name => !known.has(name))
  if (unknown.length > 0) {
    throw new Error(
      `The database was made by a newer Octavo (it has ${unknown.join(', ')}). Start that version, or restore a backup.`,
    )
  }
}
