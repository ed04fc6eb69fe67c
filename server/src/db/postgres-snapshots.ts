import pg from 'pg'

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
  close(): Promise<void>
}

/**
 * PostgreSQL's own name of a snapshot lists the transactions that are over in it; those that only read have no number and
 * change nothing of it. A server that crashed, or another that took its place, may give numbers out again: names count
 * for one session, which none of this outlives. A standby's names do not list all.
 */
const NOW = {
  name: 'snapshot',
  text: `select case when not pg_is_in_recovery() then concat(pg_backend_pid(), ' ', pg_current_snapshot()) end as name`,
}

/** Asks on one connection of its own, opened with the first question; those who come meanwhile share the next answer. */
export function createSnapshots(url: string): Snapshots {
  let session: { readonly client: pg.Client; readonly number: number } | null = null
  let opened = 0
  let opening: Promise<void> | null = null
  let failedAt = Number.NEGATIVE_INFINITY
  let running: Promise<string | null> | null = null
  let next: Promise<string | null> | null = null
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

  async function ask(): Promise<string | null> {
    const asked = session
    if (!asked) {
      // Nobody waits for it: until it is there, answers are made anew.
      if (!closed && performance.now() - failedAt > RETRY_MS) opening ??= open().finally(() => (opening = null))
      return null
    }
    try {
      const { rows } = await asked.client.query<{ name: string | null }>(NOW)
      const name = rows[0]?.name ?? null
      return session === asked && name !== null ? `${asked.number} ${name}` : null
    } catch {
      if (session === asked) session = null
      failedAt = performance.now()
      void asked.client.end().catch(() => undefined)
      return null
    }
  }

  function start(): Promise<string | null> {
    const answer = ask().finally(() => {
      if (running === answer) running = null
    })
    running = answer
    return answer
  }

  return {
    current() {
      if (!running) return start()
      // The one under way may have been asked before what its caller has written.
      next ??= running.then(() => {
        next = null
        return start()
      })
      return next
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
