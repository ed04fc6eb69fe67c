import { sql } from 'kysely'
import { checkAudience } from './audience-of-events'
import type { Dialect } from './dialect'
import type { Happening } from './happening'
import type { Tx } from './write'

/** A transaction that collects its events until its end. */
export interface PublishingTx {
  readonly tx: Tx
  /** Writes the events as the last statement of the transaction. Returns whether there were any. */
  finish(): Promise<boolean>
}

/**
 * Adds `publish` to a transaction. All events of one transaction are one row of `events`.
 *
 * Keys must be committed in order, so that readers miss nothing: on SQLite writers queue; on PostgreSQL the key is the
 * transaction's number, and readers stop below the oldest running one (`committedBelow`). A sequence would not do: its
 * numbers are not drawn in commit order.
 */
export function withEvents(tx: Omit<Tx, 'publish'>): PublishingTx {
  const happened: Happening[] = []
  return {
    tx: {
      ...tx,
      publish: happening => {
        checkAudience(happening)
        happened.push(happening)
      },
    },
    async finish() {
      if (happened.length === 0) return false
      await insertHappened(tx, JSON.stringify(happened))
      return true
    },
  }
}

async function insertHappened(tx: Omit<Tx, 'publish'>, happened: string): Promise<void> {
  if (tx.dialect.kind === 'sqlite') {
    await tx.run(INSERT_SQLITE, [happened])
  } else {
    await tx.run(INSERT_POSTGRES, [happened])
  }
}

const INSERT_SQLITE =
  "insert into events (happened, created_at) values (?, cast(unixepoch('subsec') * 1000 as integer)) returning pk"
const INSERT_POSTGRES =
  'insert into events (pk, happened, created_at) values (pg_current_xact_id()::text::bigint, $1, ' +
  'cast(extract(epoch from clock_timestamp()) * 1000 as bigint)) returning pk'

/** Keys of `events` below this one are committed: no running transaction can add one. */
export function committedBelow(dialect: Dialect) {
  return dialect.kind === 'sqlite'
    ? sql<number>`9007199254740991`
    : sql<number>`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`
}

/**
 * Deletes the rows up to a key. The rest has no gaps, so that a client's last number shows whether it has missed
 * events. Several servers may do this concurrently.
 */
export async function deleteEventsUpTo(tx: Omit<Tx, 'publish'>, pk: number): Promise<void> {
  await tx.query.deleteFrom('events').where('pk', '<=', pk).execute()
}

/**
 * Deletes events of a database restored from another server: their keys may exceed this server's transaction counter,
 * which would publish them later.
 */
export async function deleteFutureEvents(tx: Omit<Tx, 'publish'>): Promise<void> {
  if (tx.dialect.kind === 'sqlite') return
  await tx.query
    .deleteFrom('events')
    .where('pk', '>=', sql<number>`pg_snapshot_xmax(pg_current_snapshot())::text::bigint`)
    .execute()
}
