import pg from 'pg'
import type { Channel, Revisions } from '../kernel/memo'

/** Longer than a one-row answer takes; after it a new connection is opened. */
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

interface Session {
  readonly client: pg.Client
  readonly number: number
  readonly lose: () => void
}

/**
 * The revisions of a database that other processes write too. They are read on a connection of their own, opened on
 * first use, so that they never wait for long statements, and concurrent callers share a query. While there is no such
 * connection, nothing is cached.
 */
export function createSharedRevisions(url: string): Revisions & { close(): Promise<void> } {
  let session: Promise<Session | null> | null = null
  let opened = 0
  let unread = 0
  let closed = false

  async function open(lose: () => void): Promise<Session | null> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'octavo revisions',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      client.on('end', lose)
      return { client, number: ++opened, lose }
    } catch {
      // The pool's own errors tell why.
      void client.end().catch(() => undefined)
      lose()
      return null
    }
  }

  function current(): Promise<Session | null> | null {
    if (session || closed) return session
    const own = open(() => {
      if (session !== own) return
      // A database that does not answer is not asked again by every caller.
      const pause = Promise.resolve(null)
      session = pause
      setTimeout(() => {
        if (session === pause) session = null
      }, RETRY_MS).unref()
    })
    session = own
    return session
  }

  /** The answer and the number of its session; null without a connection. */
  async function ask<Row>(question: pg.QueryConfig): Promise<{ readonly row: Row; readonly session: number } | null> {
    const asked = await current()
    if (!asked) return null
    try {
      const { rows } = await asked.client.query(question)
      return { row: rows[0] as Row, session: asked.number }
    } catch {
      asked.lose()
      void asked.client.end().catch(() => undefined)
      return null
    }
  }

  const now = shared(() => ask<Now>(NOW))
  const committed = shared(() => ask<{ readonly value: boolean }>(COMMITTED))

  return {
    async revision(channel) {
      const asked = await now()
      // A crash may reset a sequence to an older value, so values count for one session only.
      return asked ? `${asked.session} ${asked.row[channel]}` : `unread ${++unread}`
    },
    isCommitted: async () => (await committed())?.row.value ?? false,
    async close() {
      closed = true
      const last = await session
      session = null
      await last?.client.end().catch(() => undefined)
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
