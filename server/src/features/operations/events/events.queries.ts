import { sql } from 'kysely'
import type { Reader } from '../../../db'
import { committedBelow } from '../../../db/outbox'
import { LIMITS } from '../../../kernel/limits'

/** The largest key that is expired or has too many after it; null if none. The last row always stays. */
export async function purgeable({ query, dialect }: Reader): Promise<number | null> {
  const committed = () =>
    query
      .selectFrom('events')
      .select('pk')
      .where('pk', '<', committedBelow(dialect))
      .where(
        'pk',
        '<',
        query.selectFrom('events as last').select(eb => eb.fn.max('last.pk').as('pk')),
      )
      .orderBy('pk', 'desc')
      .limit(1)
  const [old, beyond] = await Promise.all([
    committed()
      .where('created_at', '<', sql<number>`${dialect.now} - ${sql.lit(LIMITS.events.retainedMs)}`)
      .executeTakeFirst(),
    committed().offset(LIMITS.events.retainedRows).executeTakeFirst(),
  ])
  const found = [old, beyond].flatMap(row => (row ? [row.pk] : []))
  return found.length === 0 ? null : Math.max(...found)
}
