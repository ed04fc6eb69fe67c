import { until } from '../../../tests/kit/client'
import type { Connection } from './connection'
import type { Write } from './write'

/** Waits until at least this many transactions wait for another one on PostgreSQL. */
export async function untilWaiting({ reader }: Connection, transactions: number): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(
    () => reader.run(waiting, []),
    rows => rows.length >= transactions,
  )
}

/** `write` of a connection, and how often it has run a transaction: more than once each after a deadlock. */
export function countedWrites(connection: Connection): { readonly write: Write; readonly runs: () => number } {
  let runs = 0
  const write: Write = (work, options) =>
    connection.write(tx => {
      runs += 1
      return work(tx)
    }, options)
  return { write, runs: () => runs }
}
