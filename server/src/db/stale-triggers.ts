import { type Kysely, sql } from 'kysely'
import type { Channel } from '../kernel/memo'
import { staleAfterWriteOf } from './staleness'

interface TriggeredTable {
  readonly name: string
  /** The channel counted by its trigger; null without a trigger. */
  readonly counts: Channel | null
}

/**
 * On PostgreSQL, adds to each table the trigger that invalidates caches, as the registry defines; functions and
 * sequences come from step `0016-versions`. It only ever adds triggers, since another release may still be running:
 * removing one needs a migration.
 */
export async function addStaleTriggers(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<TriggeredTable>`
    select c.relname as name, substring(p.proname from '^count_(catalogue|progress)_version$') as counts
    from pg_class c
    left join pg_trigger t on t.tgrelid = c.oid and t.tgname = c.relname || '_counted'
    left join pg_proc p on p.oid = t.tgfoid
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
    order by c.relname`.execute(db)
  for (const { name, counts } of rows) {
    const wanted = staleAfterWriteOf(name)
    if (wanted === null || counts === wanted || counts === 'catalogue') continue
    // After the statement, when its transaction has locked the table; see `postgres-versions`.
    await sql`create or replace trigger ${sql.id(`${name}_counted`)}
      after insert or update or delete or truncate on ${sql.table(name)}
      for each statement execute function ${sql.id(`count_${wanted}_version`)}()`.execute(db)
  }
}
