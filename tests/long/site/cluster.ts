import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { Readable } from 'node:stream'
import pg from 'pg'

/** A separate PostgreSQL with durability. It ends with this process. */
export interface Cluster {
  /** postgres://octavo@127.0.0.1:PORT, without a database. */
  readonly url: string
  /** The process that its sessions are children of. */
  readonly pid: () => number
  /** Creates an empty database, or a copy of `template`, and returns its name. */
  readonly create: (template?: string) => Promise<string>
  readonly drop: (name: string) => Promise<void>
  /** Runs one statement on one of its databases. */
  readonly run: <T>(database: string, sql: string, values?: readonly unknown[]) => Promise<T[]>
  /** Stops it (`immediate`: like a crash) and starts it again. */
  readonly restart: (how: 'fast' | 'immediate') => Promise<void>
  readonly stop: () => Promise<void>
}

/** It starts, stops or recovers, or has just ended this session. */
const AWAY = /57P0[123]|ECONNRE|recovery mode|starting up|shutting down|not yet accepting|onnection/
/** With pauses of a tenth of a second: recovery takes minutes where the machine has much else to do. */
const MOST_TRIES = 3_000
const MAIN = join(import.meta.dir, '../../kit/postgres-main.ts')

/** `home`: the folder of another PostgreSQL than the one from npm; `place`: where its data goes. */
export async function startCluster(options: { home?: string; place?: string } = {}): Promise<Cluster> {
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  const child = Bun.spawn([process.execPath, MAIN, '--durable', ...args], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const lines = answers(createInterface({ input: Readable.fromWeb(child.stdout as never) }))
  let { url, pid } = await lines()

  const once = async <T>(database: string, text: string, values: readonly unknown[]): Promise<T[]> => {
    const client = new pg.Client({ connectionString: `${url}/${database}` })
    // A session that ends between two answers is reported here too.
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query(text, [...values])).rows as T[]
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  /** Waits for a server that was crashed on purpose and is restarting. */
  const on = async <T>(database: string, text: string, values: readonly unknown[] = []): Promise<T[]> => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await once<T>(database, text, values)
      } catch (error) {
        if (attempt > MOST_TRIES || !AWAY.test(`${(error as { code?: string }).code} ${error}`)) throw error
        await Bun.sleep(100)
      }
    }
  }
  return {
    url,
    pid: () => pid,
    create: async template => {
      const name = `t_${randomUUID().replaceAll('-', '')}`
      await on('postgres', `create database ${name}${template ? ` template ${template}` : ''}`)
      return name
    },
    drop: async name => {
      await on('postgres', `drop database if exists ${name} with (force)`)
    },
    run: (database, text, values) => on(database, text, values),
    restart: async how => {
      child.stdin.write(`restart ${how}\n`)
      await child.stdin.flush()
      ;({ url, pid } = await lines())
    },
    stop: async () => {
      await child.stdin.end()
      await child.exited
    },
  }
}

/** Gives the next line at each call; an end of the program is an error. */
function answers(input: Interface): () => Promise<{ url: string; pid: number }> {
  const lines = input[Symbol.asyncIterator]()
  return async () => {
    const { done, value } = await lines.next()
    if (done) throw new Error('PostgreSQL has ended; above is why')
    return JSON.parse(value)
  }
}
