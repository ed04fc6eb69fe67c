import type { Database, SQLQueryBindings, Statement } from 'bun:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Dialect as KyselyDialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely'
import { statementEnded } from '../../kernel/slow-statements'
import type { Pace } from '../pace'
import { BOOLEAN_COLUMNS } from '../schema'
import { SqliteCompiler } from './long-lists'

/**
 * Kysely over one `bun:sqlite` connection. Transactions begin IMMEDIATE and queue for the connection, up to their
 * deadline; `seen` gets every error and returns the one to throw.
 */
export function bunSqliteDialect(database: Database, { beginWrite, seen, wrote, pace }: DriverOptions): KyselyDialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => sqliteDriver(database, { beginWrite, seen, wrote, pace }),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteCompiler(),
  }
}

interface DriverOptions {
  readonly beginWrite?: (() => Promise<void>) | undefined
  readonly seen: (error: unknown) => unknown
  /** Called with every statement before it runs. */
  readonly wrote?: ((statement: string) => void) | undefined
  readonly pace?: Pace | undefined
}

function sqliteDriver(database: Database, { beginWrite, seen, wrote, pace }: DriverOptions): Driver {
  const connection = sqliteConnection(database, { seen, wrote, pace })
  let tail: Promise<void> = Promise.resolve()
  const releases = new Map<DatabaseConnection, () => void>()
  return {
    init: async () => undefined,
    // Kysely takes the connection for a whole transaction, so waiting for it is the writers' queue.
    acquireConnection: async () => {
      const before = tail
      const { promise, resolve } = Promise.withResolvers<void>()
      tail = before.then(() => promise)
      await before
      releases.set(connection, resolve)
      return connection
    },
    releaseConnection: async held => releases.get(held)?.(),
    beginTransaction: async held => {
      pace?.begun()
      if (beginWrite) await beginWrite()
      else await held.executeQuery(CompiledQuery.raw('begin immediate'))
    },
    commitTransaction: async held => void (await held.executeQuery(CompiledQuery.raw('commit'))),
    rollbackTransaction: async held => {
      // SQLite has already rolled back after a full disk or a failed read.
      if (database.inTransaction) await held.executeQuery(CompiledQuery.raw('rollback'))
    },
    destroy: async () => database.close(),
  }
}

function sqliteConnection(
  database: Database,
  { seen, wrote, pace }: Omit<DriverOptions, 'beginWrite'>,
): DatabaseConnection {
  return {
    executeQuery: async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      if (pace) await pace.beforeStatement()
      const began = performance.now()
      try {
        wrote?.(query.sql)
        const statement = database.query(query.sql)
        if (statement.columnNames.length > 0) {
          return { rows: runStatement<Row>(statement, query.parameters) }
        }
        const { changes, lastInsertRowid } = statement.run(...bindings(query.parameters))
        return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
      } catch (error) {
        throw seen(error)
      } finally {
        statementEnded(query.sql, began)
      }
    },
    streamQuery: () => {
      throw new Error('SQLite rows cannot be streamed: page through them')
    },
  }
}

/** Rows of a statement, with boolean columns converted. */
export function runStatement<Row>(statement: Statement, values: readonly unknown[]): Row[] {
  const rows = statement.all(...bindings(values)) as Record<string, unknown>[]
  const booleans = statement.columnNames.filter(name => BOOLEAN_COLUMNS.has(name))
  if (booleans.length > 0) {
    for (const row of rows) {
      for (const name of booleans) if (row[name] !== null) row[name] = row[name] === 1
    }
  }
  return rows as Row[]
}

function bindings(values: readonly unknown[]): SQLQueryBindings[] {
  return values as SQLQueryBindings[]
}
