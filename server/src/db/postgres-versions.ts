import pg from 'pg'
import type { Channel, Revisions } from '../kernel/memo'

/** Longer than a one-row answer takes; after it the pool is used. */
const ANSWER_MS = 2_000
const RETRY_MS = 1_000

type Now = Readonly<Record<Channel, string>>

/** Sequences that triggers advance after each changing statement; see `0016-versions`. */
const NOW = {
  name: 'now',
  text: `select c.last_value::text as catalogue, concat(c.last_value, ' ', p.last_value) as progress
    from catalogue_version as c, progress_version as p`,
}

/**
 * Whether all counted changes are visible: a transaction that has advanced a sequence holds such a lock on the table
 * until it has ended.
 */
const COMMITTED = {
  name: 'committed',
  text: `select not exists (select 1 from pg_locks where locktype = 'relation'
    and database = (select oid from pg_database where datname = current_database())
    and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    and relation in (select tgrelid from pg_trigger where tgname like '%\\_counted')) as value`,
}

type Ask = (question: pg.QueryConfig) => Promise<{ readonly rows: readonly unknown[] }>

/**
 * The revisions of a database that other processes write too. They are read on a connection of their own, opened on
 * first use: that costs a fraction of a query in the pool, and concurrent callers share a query. `inPool` is used while
 * there is no such connection.
 */
export function createSharedRevisions(url: string, inPool: Ask): Revisions & { close(): Promise<void> } {
  let session: { readonly client: pg.Client; readonly number: number } | null = null
  let opened = 0
  /** Connections that were lost or failed to open: PostgreSQL may have crashed since. */
  let lost = 0
  let opening: Promise<void> | null = null
  let failedAt = Number.NEGATIVE_INFINITY
  let closed = false

  async function open(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'octavo revisions',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    })
    const drop = () => {
      if (session?.client !== client) return
      session = null
      lost++
    }
    client.on('error', drop)
    client.on('end', drop)
    try {
      await client.connect()
      if (closed) return void (await client.end())
      session = { client, number: ++opened }
    } catch {
      // The pool's own errors tell why.
      lost++
      failedAt = performance.now()
      void client.end().catch(() => undefined)
    }
  }

  /** The result from the connection, with its session number, or from the pool. */
  async function ask<Row>(question: pg.QueryConfig): Promise<{ readonly row: Row; readonly session: number }> {
    const asked = session
    if (asked) {
      try {
        const { rows } = await asked.client.query(question)
        if (session === asked) return { row: rows[0] as Row, session: asked.number }
      } catch {
        if (session === asked) {
          session = null
          lost++
        }
        failedAt = performance.now()
        void asked.client.end().catch(() => undefined)
      }
    } else if (!closed && performance.now() - failedAt > RETRY_MS) {
      // Not awaited.
      opening ??= open().finally(() => {
        opening = null
      })
    }
    const before = lost
    return { row: (await inPool(question)).rows[0] as Row, session: -before }
  }

  const now = shared(() => ask<Now>(NOW))
  const committed = shared(() => ask<{ readonly value: boolean }>(COMMITTED))

  return {
    async revision(channel) {
      const asked = await now()
      // A crash may reset a sequence to an older value, so values count for one session only.
      return `${asked.session} ${asked.row[channel]}`
    },
    isCommitted: async () => (await committed()).row.value,
    async close() {
      closed = true
      await opening
      const client = session?.client
      session = null
      await client?.end().catch(() => undefined)
    },
  }
}

/**
 * Callers of one turn share a query. Callers that arrive while one is running need the next: the running one may
 * predate their writes.
 */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | null = null
  return () => {
    next ??= running.then(() => {
      next = null
      const asked = ask()
      running = asked.catch(() => undefined)
      return asked
    })
    return next
  }
}
