import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import pg from 'pg'
import type { Connection } from './connect'
import { postgresDialect } from './dialect'
import { createListeners } from './listeners'
import { telling } from './outbox'
import { createPostgresWakes } from './postgres-wakes'
import type { Schema } from './schema'

const INT8 = 20

/** bigint as a number: every value we store is below 2^53. */
function parseInt8(text: string): number {
  const value = Number(text)
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new RangeError(`${text} is beyond 2^53`)
  return value
}

export const POSTGRES_PARSERS = { [INT8]: parseInt8 }

/** A pool on one PostgreSQL 15 or later. `url` is a postgres:// connection string. */
export function connectPostgres(url: string): Connection {
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, parseInt8)
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 60_000,
    types,
  })
  // An idle connection that the server closes must not end the process; the next query reports it.
  pool.on('error', () => undefined)
  const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const committed = createListeners()
  const wakes = createPostgresWakes({
    url,
    notify: (channel, payload) => pool.query('select pg_notify($1, $2)', [channel, payload]),
  })
  return {
    kind: 'postgres',
    migrations: database,
    reader: {
      query: database as unknown as ReadonlyKysely<Schema>,
      dialect: postgresDialect,
      run: async <Row>(sql: string, values: readonly unknown[]) =>
        (await pool.query({ text: sql, values: [...values], name: statementName(sql) })).rows as Row[],
    },
    revision: () => null,
    write: async work => {
      const { result, told } = await database.transaction().execute(async transaction => {
        const { tx, finish } = telling({
          query: transaction,
          dialect: postgresDialect,
          run: async <Row>(sql: string, values: readonly unknown[]) =>
            (await transaction.executeQuery<Row>(CompiledQuery.raw(sql, [...values]) as CompiledQuery<Row>)).rows,
        })
        return { result: await work(tx), told: await finish() }
      })
      if (told) {
        committed.announce()
        wakes.wake('events')
      }
      return result
    },
    onTold: committed.add,
    wakes,
    ping: async () => void (await pool.query('select 1')),
    close: async () => {
      await wakes.close()
      await database.destroy()
    },
  }
}

const names = new Map<string, string>()

/** Named statements are prepared once on each connection. */
function statementName(sql: string): string {
  let name = names.get(sql)
  if (!name) {
    name = `s${Bun.hash(sql).toString(36)}`
    names.set(sql, name)
  }
  return name
}
