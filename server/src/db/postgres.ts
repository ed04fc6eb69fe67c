import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { LIMITS } from '../kernel/limits'
import { createMemo } from '../kernel/memo'
import type { Connection } from './connection'
import { postgresDialect } from './dialect'
import { LongListPostgresDialect } from './dialect/long-lists'
import { createFaultCounter } from './faults'
import { withEvents } from './outbox'
import { parseInt8 } from './postgres-numbers'
import { again, createPatientPool } from './postgres-pool'
import { createStatementNames } from './postgres-statements'
import { refreshStatistics } from './postgres-statistics'
import { createSharedRevisions } from './postgres-versions'
import { createPostgresWakes } from './postgres-wakes'
import { readOnly } from './reader'
import type { Schema } from './schema'
import type { Tx } from './write'

const INT8 = 20

/** Trigram similarity that a short mistyped word needs for pg_trgm to offer it: "akria" has a third of "akira". */
const SIMILAR = 'pg_trgm.word_similarity_threshold=0.3'

export interface PostgresOptions {
  readonly databasePool?: number
  readonly databaseTimeoutMs?: number
  readonly memoryCacheBytes: number
}

/** A pool on one PostgreSQL 15 or later. `url` is a postgres:// connection string. */
export function connectPostgres(
  url: string,
  {
    databasePool: poolSize = 20,
    databaseTimeoutMs: statementMs = LIMITS.database.statementMs,
    memoryCacheBytes,
  }: PostgresOptions,
): Connection {
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, parseInt8)
  const { idleInTransactionMs } = LIMITS.database
  const waitMs = Math.min(LIMITS.database.waitMs, statementMs)
  const always = { connectionString: url, types, keepAlive: true, connectionTimeoutMillis: waitMs }
  const faults = createFaultCounter()
  const statements = createStatementNames()
  const pool = createPatientPool(
    new pg.Pool({
      ...always,
      application_name: 'octavo',
      max: poolSize,
      idleTimeoutMillis: 30_000,
      statement_timeout: statementMs,
      // The server's own timeout comes first, unless the connection is cut silently.
      query_timeout: statementMs + 2_000,
      lock_timeout: waitMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
      // JIT compilation takes longer than any of our queries.
      options: `-c ${SIMILAR} -c jit=off`,
    }),
    faults,
    statements.known,
  )
  const database = new Kysely<Schema>({ dialect: new LongListPostgresDialect({ pool }) })
  const reading = new Kysely<Schema>({ dialect: new LongListPostgresDialect({ pool: pool.forReading }) })
  // A new index on a large table takes its time, and a second process waits for the migrating one.
  const migrations = new Kysely<never>({
    dialect: new PostgresDialect({
      pool: async () =>
        createPatientPool(
          new pg.Pool({ ...always, application_name: 'octavo migrate', max: 1, idleTimeoutMillis: 1_000 }),
          faults,
        ),
    }),
  })
  const revisions = createSharedRevisions(url)
  const memo = createMemo(memoryCacheBytes, revisions)
  const wakes = createPostgresWakes({
    url,
    notify: (channel, payload) => pool.query('select pg_notify($1, $2)', [channel, payload]),
  })

  function named(text: string, values: readonly unknown[]): pg.QueryConfig {
    const name = statements.nameOf(text)
    return { text, values: [...values], ...(name !== undefined && { name }) }
  }

  function transact<T>(work: (tx: Tx) => Promise<T>, begun: () => void): Promise<{ result: T; published: boolean }> {
    return database.transaction().execute(async transaction => {
      begun()
      const { tx, finish } = withEvents({
        query: transaction,
        dialect: postgresDialect,
        run: async <Row>(sql: string, values: readonly unknown[]) => {
          // If refused as stale, it would abort the whole transaction: only statements that name their columns are
          // safe.
          statements.nameOf(sql)
          return (await transaction.executeQuery<Row>(CompiledQuery.raw(sql, [...values]) as CompiledQuery<Row>)).rows
        },
      })
      return { result: await work(tx), published: await finish() }
    })
  }

  return {
    kind: 'postgres',
    notices: [],
    migrations,
    reader: {
      query: readOnly(reading),
      dialect: postgresDialect,
      run: async <Row>(sql: string, values: readonly unknown[]) => {
        const ask = () =>
          again(
            faults,
            fault => fault.broken || fault.kind === 'conflict',
            () => pool.query(named(sql, values)),
          )
        const { edition } = statements
        try {
          return (await ask()).rows as Row[]
        } catch (error) {
          if (!isStale(error)) throw error
          statements.renewAfter(edition)
          return (await ask()).rows as Row[]
        }
      },
      memo,
    },
    memo,
    revision: revisions.revision,
    write: async work => {
      let hasBegun = false
      const { result, published } = await again(
        faults,
        // Faults before the first statement had no effect; a conflict was rolled back. A connection that breaks at the
        // commit leaves its outcome unknown, so that is never retried.
        fault => (hasBegun ? fault.kind === 'conflict' : fault.broken),
        () => {
          hasBegun = false
          return transact(work, () => {
            hasBegun = true
          })
        },
      )
      if (published) wakes.wake('events')
      return result
    },
    refreshStatistics: () => refreshStatistics(pool),
    wakes,
    counts: () => ({ ...faults.counts(), ...pool.counts() }),
    releaseMemory: () => undefined,
    ping: pool.ping,
    close: async () => {
      await wakes.close()
      await revisions.close()
      await migrations.destroy()
      await database.destroy()
    },
  }
}

/**
 * PostgreSQL refuses a prepared `select *` once a newer version of Octavo has added a column: "cached plan must not change result
 * type". No other prepared statement of ours gets this code (feature_not_supported).
 */
function isStale(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '0A000'
}
