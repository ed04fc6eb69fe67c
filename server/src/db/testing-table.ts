import { sql } from 'kysely'
import type { Connection } from './connection'
import type { TableEntries, TableEntry } from './schema/table'
import { addStaleTriggers } from './stale-triggers'
import { TABLES } from './tables'

/**
 * Runs `work` with an additional table in the database, as a migration would create it, and in the registry if an entry
 * is given. `columns` is SQL for both databases.
 */
export async function withTable(
  { migrations, reader }: Connection,
  { name, columns, entry }: { readonly name: string; readonly columns: string; readonly entry?: TableEntry },
  work: () => Promise<void>,
): Promise<void> {
  const entries: Record<keyof TableEntries, TableEntry> = TABLES
  await migrations.transaction().execute(async db => {
    await sql.raw(`create table ${name} (${columns})`).execute(db)
    if (entry) entries[name] = entry
    if (reader.dialect.kind === 'postgres') await addStaleTriggers(db)
  })
  try {
    await work()
  } finally {
    delete entries[name]
    await sql.raw(`drop table ${name}`).execute(migrations)
  }
}
