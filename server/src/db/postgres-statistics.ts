import type { PatientPool } from './postgres-pool'

/** Smaller tables (in pages) are not checked for growth. */
const SMALL = 16

/**
 * Tables without statistics, with statistics of an empty table or of less than half of it. Autovacuum is too slow for
 * that, or off.
 */
const GROWN = `select quote_ident(relname) as name from pg_class
  where relkind = 'r' and relnamespace = current_schema()::regnamespace
  and ((reltuples <= 0 and pg_relation_size(oid) > 0)
    or pg_relation_size(oid) > 2 * current_setting('block_size')::bigint * greatest(relpages, ${SMALL}))`

/** See `Connection`. Skips tables that another session analyzes or vacuums. */
export async function refreshStatistics(pool: Pick<PatientPool, 'query'>): Promise<void> {
  try {
    const { rows } = await pool.query(GROWN)
    for (const { name } of rows as { name: string }[]) await pool.query(`analyze (skip_locked) ${name}`)
  } catch {
    // Best effort: the next query reports the fault.
  }
}
