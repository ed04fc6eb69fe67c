import pg from 'pg'
import type { Versions } from './versions'

/** Longer than any answer of one line takes: whoever waits for it reads the tables instead. */
const ANSWER_MS = 2_000
const RETRY_MS = 1_000

/** Tells whether all that can be read is as it was. */
export interface Snapshots {
  /**
   * A name of all that is committed at a moment after the call. Two equal ones mean that nothing was written between them,
   * by whichever process; null when it cannot be told now.
   */
  current(): Promise<string | null>
  readonly versions: Versions
  close(): Promise<void>
}

interface Seen {
  readonly name: string | null
  readonly catalogue: string
  readonly progress: string
}

/**
 * PostgreSQL's own name of a snapshot lists the transactions that are over in it; those that only read have no number and
 * change nothing of it. A server that crashed, or another that took its place, may give numbers out again: names count
 * for one session, which none of this outlives. A standby's names do not list all.
 *
 * Versions are sequences that triggers draw from behind each statement that changes something; see `0016-versions`.
 */
const NOW = {
  name: 'now',
  text: `select case when not pg_is_in_recovery() then concat(pg_backend_pid(), ' ', pg_current_snapshot()) end as name,
    c.last_value::text as catalogue, concat(c.last_value, ' ', p.last_value) as progress
    from catalogue_version as c, progress_version as p`,
}

/**
 * Whether all that the sequences have counted is there to be read: who has drawn from one holds such a lock on the table
 * until the transaction has ended and can be seen.
 */
const SETTLED = {
  name: 'settled',
  text: `select not exists (select 1 from pg_locks where locktype = 'relation'
    and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    and relation in (select tgrelid from pg_trigger where tgname like '%\\_counted')) as value`,
}

type Ask = (question: pg.QueryConfig) => Promise<{ readonly rows: readonly unknown[] }>

/**
 * Asks on one connection of its own, opened with the first question: an answer takes a fraction of what it costs in a pool,
 * and those who ask while one is under way share the next. `inPool` asks for versions while there is no such connection.
 */
export function createSnapshots(url: string, inPool: Ask): Snapshots {
  let session: { readonly client: pg.Client; readonly number: number } | null = null
  let opened = 0
  let opening: Promise<void> | null = null
  let failedAt = Number.NEGATIVE_INFINITY
  let closed = false

  async function open(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'octavo snapshots',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    })
    const drop = () => {
      if (session?.client === client) session = null
    }
    client.on('error', drop)
    client.on('end', drop)
    try {
      await client.connect()
      if (closed) return void (await client.end())
      session = { client, number: ++opened }
    } catch {
      // The pool's own errors tell why.
      failedAt = performance.now()
      void client.end().catch(() => undefined)
    }
  }

  /** Null while there is no connection. */
  async function ask<Row>(question: pg.QueryConfig): Promise<{ row: Row; session: number } | null> {
    const asked = session
    if (!asked) {
      // Nobody waits for it: until it is there, answers are made anew.
      if (!closed && performance.now() - failedAt > RETRY_MS) {
        opening ??= open().finally(() => {
          opening = null
        })
      }
      return null
    }
    try {
      const { rows } = await asked.client.query(question)
      return session === asked ? { row: rows[0] as Row, session: asked.number } : null
    } catch {
      if (session === asked) session = null
      failedAt = performance.now()
      void asked.client.end().catch(() => undefined)
      return null
    }
  }

  const seen = shared(() => ask<Seen>(NOW))
  const settled = shared(() => ask<{ readonly value: boolean }>(SETTLED))
  const first = async (question: pg.QueryConfig) => (await inPool(question)).rows[0]

  return {
    async current() {
      const now = await seen()
      return now?.row.name ? `${now.session} ${now.row.name}` : null
    },
    versions: {
      async current(of) {
        const now = await seen()
        // A crash may take numbers of a sequence back.
        return now ? `${now.session} ${now.row[of]}` : ((await first(NOW)) as Seen)[of]
      },
      async settled() {
        const now = await settled()
        return (now?.row ?? ((await first(SETTLED)) as { readonly value: boolean })).value
      },
    },
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
 * Those who ask in one turn share an answer, and so do those who ask while one is under way: that one may have been asked
 * before what they have written.
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
