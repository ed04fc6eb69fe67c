import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { SQL } from 'bun'

let address: Promise<string> | undefined

/** The PostgreSQL of this run: the one `npm test` started, else one that ends with this process. */
function serverAddress(): Promise<string> {
  address ??= process.env.OCTAVO_TEST_POSTGRES ? Promise.resolve(process.env.OCTAVO_TEST_POSTGRES) : startOwn()
  return address
}

async function startOwn(): Promise<string> {
  // It stops when its input ends, and that ends with this process, however this process ends.
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'postgres-main.ts')], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  child.unref()
  for await (const line of createInterface({ input: Readable.fromWeb(child.stdout as never) })) {
    return (JSON.parse(line) as { url: string }).url
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

/** Makes an empty database of its own name. The first call starts the server. */
export async function freshPostgres(): Promise<PostgresDatabase> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await onServer(sql => sql.unsafe(`create database ${name}`))
  return {
    url: `${await serverAddress()}/${name}`,
    drop: () => onServer(sql => sql.unsafe(`drop database if exists ${name} with (force)`)),
  }
}
