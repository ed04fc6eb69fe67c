import { sql } from 'kysely'
import type { Reader, Tx } from '../../db'
import { settledBelow } from '../../db/outbox'
import { LIMITS } from '../../kernel/limits'

/**
 * Forgets what a database brought along that was restored from another server: its numbers lie in the future of this
 * server's transaction counter, and would turn up once the counter got there.
 */
export async function forgetFuture(tx: Tx): Promise<void> {
  if (tx.dialect.kind === 'sqlite') return
  await tx.query
    .deleteFrom('events')
    .where('pk', '>=', sql<number>`pg_snapshot_xmax(pg_current_snapshot())::text::bigint`)
    .execute()
}

/** The largest number that is old, or has too many behind it; null when there is none. The last row always stays. */
export async function purgeable({ query, dialect }: Reader): Promise<number | null> {
  const settled = () =>
    query
      .selectFrom('events')
      .select('pk')
      .where('pk', '<', settledBelow(dialect))
      .where(
        'pk',
        '<',
        query.selectFrom('events as last').select(eb => eb.fn.max('last.pk').as('pk')),
      )
      .orderBy('pk', 'desc')
      .limit(1)
  const [old, beyond] = await Promise.all([
    settled()
      .where('created_at', '<', sql<number>`${dialect.now} - ${sql.lit(LIMITS.events.keptMs)}`)
      .executeTakeFirst(),
    settled().offset(LIMITS.events.keptRows).executeTakeFirst(),
  ])
  const found = [old, beyond].flatMap(row => (row ? [row.pk] : []))
  return found.length === 0 ? null : Math.max(...found)
}

/**
 * Forgets rows from the first on, so that what is left has no gaps and a client's number says whether it has missed
 * something. Several servers may do this at a time.
 */
export async function purgeEvents(tx: Tx, upTo: number): Promise<void> {
  await tx.query.deleteFrom('events').where('pk', '<=', upTo).execute()
}
