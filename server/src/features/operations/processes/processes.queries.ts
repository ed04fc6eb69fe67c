import { sql } from 'kysely'
import type { Reader } from '../../../db'
import type { ProcessRow } from './processes.store'

export interface SeenProcess extends ProcessRow {
  readonly started_at: number
  readonly seen_at: number
  /** Milliseconds since its last heartbeat, by the database's clock. */
  readonly silent_ms: number
}

/** The oldest first. */
export async function allProcesses(reader: Reader): Promise<SeenProcess[]> {
  const rows = await reader.query
    .selectFrom('processes')
    .select(['id', 'kind', 'host', 'pid', 'version', 'started_at', 'seen_at'])
    .select(sql<number>`${reader.dialect.now} - seen_at`.as('silent_ms'))
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  return rows as SeenProcess[]
}
