import { sql } from 'kysely'
import type { Tx } from './write'

/**
 * Locks some keys, and then looks which ones are needed by now: others may have changed that while this one waited. One
 * more lock would be out of order and could deadlock, so all are then released and locked again together.
 */
export async function lockTogether<Found>(
  tx: Tx,
  keys: Iterable<number>,
  lock: (keys: ReadonlySet<number>) => Promise<void>,
  look: () => Promise<{ readonly found: Found; readonly keys: readonly number[] }>,
): Promise<Found> {
  // On SQLite a write transaction is exclusive already. Savepoints would make saving a place a tenth slower.
  if (tx.dialect.kind === 'sqlite') return (await look()).found
  const all = new Set(keys)
  for (;;) {
    await sql`savepoint unlocked`.execute(tx.query)
    await lock(all)
    const { found, keys: needed } = await look()
    const others = needed.filter(key => !all.has(key))
    if (others.length > 0) await sql`rollback to savepoint unlocked`.execute(tx.query)
    await sql`release savepoint unlocked`.execute(tx.query)
    if (others.length === 0) return found
    for (const key of others) all.add(key)
  }
}
