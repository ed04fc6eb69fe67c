import { sql } from 'kysely'
import type { Tx } from '../../../db'

export interface ProcessRow {
  readonly id: string
  readonly kind: 'serve' | 'worker'
  readonly host: string
  readonly pid: number
  readonly version: string
}

/** A heartbeat; inserts the row if it is new or was removed. */
export async function beat(tx: Tx, row: ProcessRow): Promise<void> {
  const { now } = tx.dialect
  await tx.query
    .insertInto('processes')
    .values({ ...row, started_at: now, seen_at: now })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ seen_at: now }))
    .execute()
}

export async function leave(tx: Tx, id: string): Promise<void> {
  await tx.query.deleteFrom('processes').where('id', '=', id).execute()
}

/** Removes processes without a heartbeat for this long. */
export async function purgeSilent(tx: Tx, silentMs: number): Promise<void> {
  await tx.query.deleteFrom('processes').where('seen_at', '<', sql<number>`${tx.dialect.now} - ${silentMs}`).execute()
}

/** Removes all but one. */
export async function purgeOthers(tx: Tx, id: string): Promise<void> {
  await tx.query.deleteFrom('processes').where('id', '!=', id).execute()
}
