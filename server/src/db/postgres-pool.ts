import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { countLimit } from '../kernel/limit-hits'
import { LIMITS } from '../kernel/limits'
import { statementEnded } from '../kernel/slow-statements'
import { DatabaseFault, type FaultCounter } from './faults'

/** The pool as Kysely and we use it: database errors are thrown as DatabaseFault. */
export interface PatientPool extends PostgresPool {
  /** The same connections for single reads; retries a read that was rolled back in a deadlock with a migration. */
  readonly forReading: PostgresPool
  query(question: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>
  /** Tries once: a health check must not wait for a retry. */
  ping(): Promise<void>
  counts(): { readonly busy: number; readonly idle: number; readonly waiting: number }
}

type Ask = (question: unknown, values?: unknown) => Promise<unknown>

/** A restarting server is back within this time; requests wait that long, later ones fail. */
const RESTART_MS = 5_000
const FIRST_PAUSE_MS = 50
const MAX_PAUSE_MS = 1_000

/** Retries with growing pauses, while `isSafe` allows it and time is left. */
export async function again<T>(
  faults: FaultCounter,
  isSafe: (fault: DatabaseFault) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  const until = performance.now() + RESTART_MS
  for (let attempt = 1, pauseMs = FIRST_PAUSE_MS; ; attempt++, pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      const fault = faults.seen(error)
      if (!(fault instanceof DatabaseFault) || !isSafe(fault)) throw fault
      if (performance.now() > until || (fault.kind === 'conflict' && attempt >= LIMITS.database.tries)) throw fault
    }
    faults.retried()
    // Random, so that two conflicting transactions do not meet again.
    await Bun.sleep(pauseMs * (0.5 + Math.random()))
  }
}

/**
 * A pool that discards broken connections: the driver does not notice network errors, and the next query would hang.
 * Driver errors are mapped to faults. A statement with a name is prepared once per connection: parsing and planning it
 * costs PostgreSQL more than running it.
 */
export function createPatientPool(
  pool: pg.Pool,
  faults: FaultCounter,
  nameOf: (sql: string) => string | undefined = () => undefined,
): PatientPool {
  // An idle connection closed by the server must not end the process; the next query reports it.
  pool.on('error', () => undefined)
  // Nor may a new one that is closed before it is handed out: the pool takes its own event handler away by then.
  pool.on('connect', own)
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  async function lend(): Promise<PostgresPoolClient> {
    return own(await again(faults, fault => fault.broken, connected))
  }

  function own(client: pg.PoolClient): PostgresPoolClient {
    // The pool sets its own event handler only while a connection is idle.
    let lent = known.get(client)
    if (!lent) {
      lent = lentClient(client, faults, nameOf)
      known.set(client, lent)
    }
    return lent
  }

  function reading(client: PostgresPoolClient): PostgresPoolClient {
    const ask: Ask = (question, values) => again(faults, isConflict, () => (client.query as Ask)(question, values))
    return { ...client, query: ask } as PostgresPoolClient
  }

  async function connected(): Promise<pg.PoolClient> {
    try {
      return await pool.connect()
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('timeout exceeded')) countLimit('database-wait')
      throw faults.seen(error)
    }
  }

  async function ask(client: PostgresPoolClient, question: unknown, values?: unknown): Promise<pg.QueryResult> {
    try {
      // Values passed here, even an empty list, replace those of the query.
      return (await (client.query as Ask)(question, values)) as pg.QueryResult
    } finally {
      client.release()
    }
  }

  return {
    options: pool.options,
    connect: lend,
    end: () => pool.end(),
    forReading: { connect: async () => reading(await lend()), end: async () => undefined },
    query: async (question, values) => ask(await lend(), question, values),
    ping: async () => void (await ask(own(await connected()), 'select 1')),
    counts: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  } as PatientPool
}

function textOf(question: unknown): string {
  return typeof question === 'string' ? question : String((question as { readonly text?: unknown } | null)?.text ?? '')
}

function isConflict({ kind }: DatabaseFault): boolean {
  return kind === 'conflict'
}

function lentClient(
  client: pg.PoolClient,
  faults: FaultCounter,
  nameOf: (sql: string) => string | undefined,
): PostgresPoolClient {
  let isBroken = false
  // An idle connection that breaks must not end the process.
  client.on('error', () => {
    isBroken = true
  })
  return {
    processID: (client as pg.PoolClient & { processID?: number }).processID,
    query: async (question: unknown, values: unknown) => {
      const name = typeof question === 'string' ? nameOf(question) : undefined
      const began = performance.now()
      try {
        // Values passed here replace those of the query.
        return await (client.query as Ask).call(client, name ? { text: question, name } : question, values)
      } catch (error) {
        const fault = faults.seen(error)
        if (fault instanceof DatabaseFault && fault.broken) isBroken = true
        throw fault
      } finally {
        statementEnded(textOf(question), began)
      }
    },
    release: (discard?: boolean) => client.release(isBroken || discard === true),
  } as PostgresPoolClient
}
