// Makes the schema of the first migration alone, as an older version of Octavo left it:  bun first-migration.ts DATA_DIR [URL]
import { connect } from '@octavo/server/src/db'
import { MIGRATIONS } from '@octavo/server/src/db/migrations'
import { type Kysely, sql } from 'kysely'

const [dataDir = '', url = ''] = process.argv.slice(2)
const connection = await connect({ dataDir, databaseUrl: url === '' ? null : url })
const [first] = MIGRATIONS
if (!first) throw new Error('There is no migration')
await connection.migrations.transaction().execute(async transaction => {
  const db = transaction as unknown as Kysely<never>
  await sql`create table schema_migrations (name text primary key, applied_at bigint not null)`.execute(db)
  await first.up(db, connection.reader.dialect)
  await sql`insert into schema_migrations (name, applied_at) values (${first.name}, 1)`.execute(db)
})
await connection.close()
