import { join, resolve } from 'node:path'
import { onCore } from '../machine/cores'
import { freePort } from './free-port'

export const ROOT = resolve(import.meta.dir, '../../..')

const { serverMain } = (await import(join(ROOT, 'scripts/build-server.mjs'))) as { serverMain: () => string }

export interface OctavoOptions {
  readonly dataDir: string
  /** Null takes SQLite. */
  readonly databaseUrl: string | null
  /** The core to run on; null for any. */
  readonly core: number | null
  /** Settings beyond the usual ones. */
  readonly env?: Readonly<Record<string, string>>
  /** Folder for a CPU profile, written when it stops. */
  readonly profile?: string | null
}

/** A running server. */
export interface Octavo {
  readonly pid: number
  readonly port: number
  readonly url: string
  readonly dataDir: string
  /** From the start of the process to the first answer. */
  readonly startedMs: number
  stop(): Promise<void>
}

const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 20_000
/** At least 32 characters; the same for all, so that a token survives a restart. */
const SECRET = 'a secret of the benchmark, which keeps nothing secret'

/** Starts the real server and waits until it answers. */
export async function startOctavo(options: OctavoOptions): Promise<Octavo> {
  const port = await freePort()
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('OCTAVO_')))
  const profiling = options.profile ? ['--cpu-prof', '--cpu-prof-md', '--cpu-prof-dir', options.profile] : []
  const command = [process.execPath, ...profiling, serverMain(), 'serve']
  const began = performance.now()
  const child = Bun.spawn(onCore(options.core, command), {
    cwd: ROOT,
    env: {
      ...inherited,
      OCTAVO_HOST: '127.0.0.1',
      OCTAVO_PORT: String(port),
      OCTAVO_DATA_DIR: options.dataDir,
      OCTAVO_RATE_LIMIT_ENABLED: 'false',
      OCTAVO_KOMGA_ENABLED: 'true',
      OCTAVO_SETUP_OPEN: 'true',
      OCTAVO_WATCH_ENABLED: 'false',
      OCTAVO_LOG_LEVEL: 'silent',
      OCTAVO_AUTH_JWT_SECRET: SECRET,
      ...(options.databaseUrl && { OCTAVO_DATABASE_URL: options.databaseUrl }),
      ...options.env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const errors = new Response(child.stderr).text()
  const url = `http://127.0.0.1:${port}`
  while (!(await answers(url))) {
    if (child.exitCode !== null || performance.now() - began > START_LIMIT_MS) {
      child.kill('SIGKILL')
      throw new Error(`The server did not start (exit code ${child.exitCode}). It wrote:\n${await errors}`)
    }
    await Bun.sleep(2)
  }
  return {
    pid: child.pid,
    port,
    url,
    dataDir: options.dataDir,
    startedMs: performance.now() - began,
    async stop() {
      child.kill('SIGTERM')
      const patience = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
      await child.exited
      clearTimeout(patience)
    },
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health`)
    await response.text()
    return response.ok
  } catch {
    return false
  }
}
