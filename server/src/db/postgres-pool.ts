import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { countLimit } from '../kernel/limit-hits'
import { LIMITS } from '../kernel/limits'
import { DatabaseFault, type FaultCounter } from './faults'

/** The pool as Kysely and we use it: faults of the database come out as DatabaseFault. */
export interface PatientPool extends PostgresPool {
  /**
   * The same connections for single reads: one that PostgreSQL rolled back, because it stood
   * in the way of a migration, is asked again.
   */
  readonly forReading: PostgresPool
  query(question: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>
  /** Tries once: a health check must not wait for a retry. */
  ping(): Promise<void>
  counts(): { readonly busy: number; readonly idle: number; readonly waiting: number }
}

type Ask = (question: unknown, values?: unknown) => Promise<unknown>

/** A server that restarts is back within this time; requests wait that long, later ones fail. */
const RESTART_MS = 5_000
const FIRST_PAUSE_MS = 50
const MAX_PAUSE_MS = 1_000

/** Tries again, with growing pauses, as long as `isSafe` and the time allow. */
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
    // Two that met once should not meet again.
    await Bun.sleep(pauseMs * (0.5 + Math.random()))
  }
}

/**
 * A pool that gives no connection out again that broke: after a fault of the network the driver does not notice, and
 * the next one would wait in vain. Errors of the driver come out as faults where they are ones. A statement that has a name is
 * prepared by it, once on each connection: to parse and plan it costs PostgreSQL more than to run it.
 */
export function createPatientPool(
  pool: pg.Pool,
  faults: FaultCounter,
  nameOf: (sql: string) => string | undefined = () => undefined,
): PatientPool {
  // An idle connection that the server closes must not end the process; the next query reports it.
  pool.on('error', () => undefined)
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const readers = new WeakMap<PostgresPoolClient, PostgresPoolClient>()

  async function lend(): Promise<PostgresPoolClient> {
    return own(await again(faults, fault => fault.broken, connected))
  }

  function own(client: pg.PoolClient): PostgresPoolClient {
    // Its own event handler is set by the pool only while it is idle.
    let lent = known.get(client)
    if (!lent) {
      lent = lentClient(client, faults, nameOf)
      known.set(client, lent)
    }
    return lent
  }

  function reading(client: PostgresPoolClient): PostgresPoolClient {
    let reader = readers.get(client)
    if (!reader) {
      const ask: Ask = (question, values) => again(faults, isConflict, () => (client.query as Ask)(question, values))
      reader = { ...client, query: ask } as PostgresPoolClient
      readers.set(client, reader)
    }
    return reader
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
      // Given values, even none, take the place of those in the question.
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

function isConflict({ kind }: DatabaseFault): boolean {
  return kind === 'conflict'
}

function lentClient(
  client: pg.PoolClient,
  faults: FaultCounter,
  nameOf: (sql: string) => string | undefined,
): PostgresPoolClient {
  let isBroken = false
  // A connection that breaks while nothing is asked of it must not end the process.
  client.on('error', () => {
    isBroken = true
  })
  return {
    processID: (client as pg.PoolClient & { processID?: number }).processID,
    query: async (question: unknown, values: unknown) => {
      const name = typeof question === 'string' ? nameOf(question) : undefined
      try {
        // Given values take the place of those in the question.
        return await (client.query as Ask).call(client, name ? { text: question, name } : question, values)
      } catch (error) {
        const fault = faults.seen(error)
        if (fault instanceof DatabaseFault && fault.broken) isBroken = true
        throw fault
      }
    },
    release: (discard?: boolean) => client.release(isBroken || discard === true),
  } as PostgresPoolClient
}
