import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { SQL } from 'bun'

/** Any number; it ends with the connection that holds it. */
const TEMPLATE_LOCK = 8_205_715

let address: Promise<string> | undefined

/** The PostgreSQL of this run: the one `npm test` started, else one that ends with this process. */
function serverAddress(): Promise<string> {
  address ??= process.env.OCTAVO_TEST_POSTGRES
    ? Promise.resolve(process.env.OCTAVO_TEST_POSTGRES)
    : startOwn().then(({ url }) => url)
  return address
}

async function startOwn() {
  // It stops when its input ends, and that ends with this process, however this process ends.
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'postgres-main.ts')], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  child.unref()
  for await (const line of createInterface({ input: Readable.fromWeb(child.stdout as never) })) {
    const { url } = JSON.parse(line) as { url: string }
    return { url, child }
  }
  throw new Error('PostgreSQL could not be started for the tests; above is why')
}

async function onServer(work: (sql: SQL) => Promise<unknown>): Promise<void> {
  const sql = new SQL(`${await serverAddress()}/postgres`, { max: 1 })
  try {
    await work(sql)
  } finally {
    await sql.close()
  }
}

/** An empty database on a real PostgreSQL 18; `url` is its postgres:// address. */
export interface PostgresDatabase {
  readonly url: string
  /** Ends its connections and drops it. */
  readonly drop: () => Promise<void>
}

/**
 * An empty database on a separate PostgreSQL: an open transaction on any database of a server delays what others
 * consider committed. `drop` ends the server.
 */
export async function postgresAlone(): Promise<PostgresDatabase> {
  const { url, child } = await startOwn()
  return {
    url: `${url}/postgres`,
    drop: async () => {
      child.stdin.end()
      await child.exited
    },
  }
}

/** Creates an empty database with its own name. The first call starts the server. */
export async function freshPostgres(): Promise<PostgresDatabase> {
  return await database('')
}

/** A database with its own name, copied from a template, which `fill` fills if it is missing. */
export async function copyOfTemplate(
  template: string,
  fill: (url: string) => Promise<void>,
): Promise<PostgresDatabase> {
  await onServer(sql => makeTemplate(sql, template, fill))
  return await database(` template ${template}`)
}

async function database(from: string): Promise<PostgresDatabase> {
  const name = ownName()
  // Copied as files, a third of the work of the default way, which writes everything to the log first.
  await onServer(sql => sql.unsafe(`create database ${name}${from} strategy file_copy`))
  return {
    url: `${await serverAddress()}/${name}`,
    drop: () => onServer(sql => sql.unsafe(`drop database if exists ${name} with (force)`)),
  }
}

/** One process fills it, the others wait. It gets its name once complete, and lives as long as the server. */
async function makeTemplate(sql: SQL, template: string, fill: (url: string) => Promise<void>): Promise<void> {
  const known = () => sql`select 1 from pg_database where datname = ${template}`
  if ((await known()).length > 0) return
  await sql`select pg_advisory_lock(${TEMPLATE_LOCK})`
  if ((await known()).length > 0) return
  const name = ownName()
  await sql.unsafe(`create database ${name}`)
  await fill(`${await serverAddress()}/${name}`)
  await sql.unsafe(`alter database ${name} rename to ${template}`)
}

const ownName = () => `t_${randomUUID().replaceAll('-', '')}`
