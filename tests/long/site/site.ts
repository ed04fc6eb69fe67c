import { Database, type SQLQueryBindings } from 'bun:sqlite'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, client } from '../../kit/client'
import { freePort } from '../../kit/free-port'
import { type OctavoProcess, type SpawnOptions, spawnOctavo, untilServes } from '../../kit/process'
import { ADMIN } from '../../kit/server'
import type { DatabaseKind } from '../harness/row'
import { type Cluster, startCluster } from './cluster'

/** A data folder and a database for any number of processes. */
export interface Site {
  readonly kind: DatabaseKind
  readonly dataDir: string
  /** The PostgreSQL that its database is on; null with SQLite. */
  readonly cluster: Cluster | null
  /** The name of its database on the cluster. */
  readonly databaseName: string
  readonly env: Readonly<Record<string, string>>
  /** Starts a server and waits until it answers. */
  readonly serve: (options?: StartOptions) => Promise<Server>
  /** Starts a worker; it is not waited for. */
  readonly worker: (options?: StartOptions) => OctavoProcess
  /** Accesses the database directly. Booleans of SQLite are 0 and 1. */
  readonly run: <T>(sql: string, values?: readonly (string | number | null)[]) => Promise<T[]>
  /** Drops the database of a cluster. */
  readonly remove: () => Promise<void>
}

export interface StartOptions extends SpawnOptions {
  readonly env?: Readonly<Record<string, string>>
  /** A free one unless given. */
  readonly port?: number
  readonly folders?: readonly string[]
  /** The address to listen on; 127.0.0.1 unless given. */
  readonly host?: string
}

export interface Server extends OctavoProcess {
  readonly url: string
  readonly port: number
  /** A client with a token, or without. */
  readonly as: (token?: string) => Client
}

/** The same for all processes of a run, so that a token works on all. */
const JWT_SECRET = 'a secret of the long tests, 32 characters'

const SETTINGS = {
  OCTAVO_HOST: '127.0.0.1',
  OCTAVO_RATE_LIMIT_ENABLED: 'false',
  OCTAVO_SETUP_OPEN: 'true',
  OCTAVO_WATCH_ENABLED: 'false',
  OCTAVO_AUTH_JWT_SECRET: JWT_SECRET,
  OCTAVO_PARSER_PROCESSES: '2',
}

/** A site on an existing folder and, on PostgreSQL, an existing database. */
export function openSite(options: {
  readonly kind: DatabaseKind
  readonly dataDir: string
  readonly cluster: Cluster | null
  readonly databaseName: string
  /** Where the database is reached, when not at the cluster itself: a proxy, say. */
  readonly databaseUrl?: string
}): Site {
  const { kind, dataDir, cluster, databaseName } = options
  mkdirSync(dataDir, { recursive: true })
  const url = options.databaseUrl ?? (cluster ? `${cluster.url}/${databaseName}` : null)
  const env = { ...SETTINGS, OCTAVO_DATA_DIR: dataDir, ...(url && { OCTAVO_DATABASE_URL: url }) }
  return {
    kind,
    dataDir,
    cluster,
    databaseName,
    env,
    serve: async ({ env: more = {}, port: wanted, folders = [], host = '127.0.0.1', ...spawn } = {}) => {
      const port = wanted ?? (await freePort())
      const place = { OCTAVO_HOST: host, OCTAVO_PORT: String(port) }
      const running = spawnOctavo(['serve', ...folders], { ...env, ...place, ...more }, spawn)
      const address = `http://${host}:${port}`
      await untilServes(running, address, 60_000)
      const as = (token?: string) => client(address, token ? { authorization: `Bearer ${token}` } : {})
      return { ...running, url: address, port, as }
    },
    worker: ({ env: more = {}, folders: _none, port: _unused, host: _nowhere, ...spawn } = {}) =>
      spawnOctavo(['worker'], { ...env, ...more }, spawn),
    run: async (sql, values = []) => {
      if (cluster) return cluster.run(databaseName, sql, values)
      return onSqlite(join(dataDir, 'octavo.db'), database =>
        database.query(sql).all(...(values as SQLQueryBindings[])),
      ) as never
    },
    remove: async () => {
      await cluster?.drop(databaseName)
    },
  }
}

function onSqlite<T>(file: string, work: (database: Database) => T): T {
  const database = new Database(file, { readwrite: true, create: false })
  try {
    database.run('pragma busy_timeout = 20000')
    return work(database)
  } finally {
    database.close()
  }
}

/** Sites with the same initial state: one account, and the result of `prepare`. */
export interface Template {
  readonly token: string
  readonly cluster: Cluster | null
  readonly make: (name: string) => Promise<Site>
  readonly stop: () => Promise<void>
}

/** Makes the first account on a new database, and copies of that from then on. */
export async function makeTemplate(
  kind: DatabaseKind,
  scratch: string,
  prepare: (admin: Client) => Promise<void> = async () => undefined,
  clusterOptions: Parameters<typeof startCluster>[0] = {},
): Promise<Template> {
  const cluster = kind === 'postgres' ? await startCluster(clusterOptions) : null
  const origin = openSite({
    kind,
    cluster,
    dataDir: join(scratch, 'template'),
    databaseName: cluster ? await cluster.create() : '',
  })
  const server = await origin.serve()
  const { accessToken } = await server.as().post<{ accessToken: string }>('/api/v1/setup/initialize', ADMIN)
  await prepare(server.as(accessToken))
  await server.end()
  return {
    token: accessToken,
    cluster,
    make: async name => {
      const dataDir = join(scratch, name)
      if (existsSync(dataDir)) throw new Error(`${dataDir} is there already`)
      cpSync(origin.dataDir, dataDir, { recursive: true })
      const databaseName = cluster ? await cluster.create(origin.databaseName) : ''
      return openSite({ kind, cluster, dataDir, databaseName })
    },
    stop: async () => {
      await cluster?.stop()
    },
  }
}
