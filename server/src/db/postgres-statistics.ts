import type { PatientPool } from './postgres-pool'

/** Pages that a table may have before it is worth while to look whether it has grown. */
const SMALL = 16

/**
 * Tables whose statistics are missing or know of no row, or are of less than half of it. Those of autovacuum come each minute at best, and not at
 * all where it is off.
 */
const GROWN = `select quote_ident(relname) as name from pg_class
  where relkind = 'r' and relnamespace = current_schema()::regnamespace
  and ((reltuples <= 0 and pg_relation_size(oid) > 0)
    or pg_relation_size(oid) > 2 * current_setting('block_size')::bigint * greatest(relpages, ${SMALL}))`

/** See `Connection`. A table that somebody else analyzes or vacuums is left to them. */
export async function refreshStatistics(pool: Pick<PatientPool, 'query'>): Promise<void> {
  try {
    const { rows } = await pool.query(GROWN)
    for (const { name } of rows as { name: string }[]) await pool.query(`analyze (skip_locked) ${name}`)
  } catch {
    // Best effort: the next query reports the fault.
  }
}
