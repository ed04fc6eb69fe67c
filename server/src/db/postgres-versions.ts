import pg from 'pg'
import type { Channel, Revisions } from '../kernel/memo'

/** Longer than any answer of one line takes; after it the pool is asked. */
const ANSWER_MS = 2_000
const RETRY_MS = 1_000

type Now = Readonly<Record<Channel, string>>

/** Sequences that triggers advance behind each statement that changes something; see `0016-versions`. */
const NOW = {
  name: 'now',
  text: `select c.last_value::text as catalogue, concat(c.last_value, ' ', p.last_value) as progress
    from catalogue_version as c, progress_version as p`,
}

/**
 * Whether everything that the sequences have counted can be read: a transaction that has advanced one holds such a lock on
 * the table until it has ended and can be seen.
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
 * The revisions of a database that other processes write too. They are read on a connection of their own, opened with
 * the first question: an answer takes a fraction of what it costs in a pool, and callers share the next one. `inPool` is
 * asked while there is no such connection.
 */
export function createSharedRevisions(url: string, inPool: Ask): Revisions & { close(): Promise<void> } {
  let session: { readonly client: pg.Client; readonly number: number } | null = null
  let opened = 0
  /** Connections that were lost, or could not be opened: PostgreSQL may have crashed since. */
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

  /** The answer of the connection, with the number of its session, or that of the pool. */
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
      // Nobody waits for it.
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
      // A crash may take numbers of a sequence back, so they count for one session.
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
 * Callers of one turn share an answer, and so do those who come while one is under way: that one may have been asked before
 * what they have written.
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
