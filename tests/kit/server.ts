import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, client } from './client'
import { freePort } from './free-port'
import { migratedPostgres, migratedSqlite } from './migrated'
import { resultsFolder, temporaryFolder } from './paths'
import { freshPostgres } from './postgres'
import { type OctavoProcess, spawnOctavo, untilServes } from './process'

export interface OctavoOptions {
  readonly database: 'sqlite' | 'postgres'
  /** Folders given on the command line: each becomes a library. */
  readonly libraries?: readonly string[]
  /** Settings beyond host, port, data folder and database. */
  readonly env?: Readonly<Record<string, string>>
  /** Begins without a table, as on a person's first start; else with a copy of what the migrations make of that. */
  readonly fromNothing?: boolean
  /** The file to start, such as `ownBuild().main`. */
  readonly main?: string | undefined
}

/** A running server with its own port, data folder and database. */
export interface Octavo {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string
  readonly dataDir: string
  /** Without credentials. */
  readonly anonymous: Client
  /** Makes the first account (once) and gives a client that is signed in as it. */
  readonly signInAsAdmin: () => Promise<Client>
  /** The process that serves now. */
  readonly pid: () => number
  /** Everything it has written so far. */
  readonly log: () => string
  /** Ends the process and starts it again on the same data and port. */
  readonly restart: (how?: 'asked' | 'killed') => Promise<void>
  /** Ends it and removes its data. */
  readonly stop: () => Promise<void>
}

export const ADMIN = { username: 'admin', email: 'admin@example.org', password: 'Correct horse 1!' }

/** Starts the real server like a person, and waits until it answers. The error of a failed start contains its log. */
export async function startOctavo(options: OctavoOptions): Promise<Octavo> {
  const data = temporaryFolder('data')
  const { fromNothing = false } = options
  const database = options.database === 'postgres' ? await (fromNothing ? freshPostgres : migratedPostgres)() : null
  if (!fromNothing && !database && !options.env?.OCTAVO_DATABASE_URL) await migratedSqlite(data.path)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    OCTAVO_HOST: '127.0.0.1',
    OCTAVO_PORT: String(port),
    OCTAVO_DATA_DIR: data.path,
    OCTAVO_RATE_LIMIT_ENABLED: 'false',
    OCTAVO_SETUP_OPEN: 'true',
    OCTAVO_WATCH_ENABLED: 'false',
    // Every route of the contract answers.
    OCTAVO_KOMGA_ENABLED: 'true',
    OCTAVO_KOREADER_ENABLED: 'true',
    ...(database && { OCTAVO_DATABASE_URL: database.url }),
    ...options.env,
  }
  const run = () => startProcess(url, [...(options.libraries ?? [])], env, options.main)
  const removeAll = async () => {
    data.remove()
    await database?.drop()
  }
  let log = ''
  let running: OctavoProcess
  try {
    running = await run()
  } catch (error) {
    await removeAll()
    throw error
  }
  let admin: Promise<Client> | undefined
  return {
    url,
    dataDir: data.path,
    anonymous: client(url),
    signInAsAdmin: () => {
      admin ??= setUp(url)
      return admin
    },
    pid: () => running.pid,
    log: () => log + running.log(),
    restart: async (how = 'asked') => {
      if (how === 'killed') running.signal('SIGKILL')
      await running.end()
      log += running.log()
      running = await run()
    },
    stop: async () => {
      await running.end()
      appendFileSync(join(resultsFolder('logs'), `octavo-${port}.log`), log + running.log())
      await removeAll()
    },
  }
}

async function setUp(url: string): Promise<Client> {
  const { accessToken } = await client(url).post<{ accessToken: string }>('/api/v1/setup/initialize', ADMIN)
  return client(url, { authorization: `Bearer ${accessToken}` })
}

async function startProcess(
  url: string,
  folders: string[],
  env: Record<string, string>,
  main: string | undefined,
): Promise<OctavoProcess> {
  const running = spawnOctavo(['serve', ...folders], env, { main })
  await untilServes(running, url)
  return running
}
