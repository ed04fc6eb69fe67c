import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './free-port'
import { SERVER_MAIN } from './server-main'

/** The real program, for tests that need more than one process, signals, or settings of its own. */
export interface Program {
  readonly url: string
  readonly dataDir: string
  readonly child: Bun.Subprocess
  /** Everything it has written so far. */
  readonly log: () => string
  /** Asks it to stop and waits; the exit code. */
  stop(): Promise<number>
  /** Ends it at once. */
  kill(): Promise<void>
}

const START_LIMIT_MS = 30_000

/**
 * Starts `octavo serve` or `octavo worker` (with a health port) and waits until `/health/live` answers.
 * The data folder is below `folder`, by `name`.
 */
export async function startProgram(options: {
  readonly kind: 'serve' | 'worker'
  readonly folder: string
  readonly name: string
  readonly libraries?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}): Promise<Program> {
  const { kind, folder, name, libraries = [], env = {} } = options
  const dataDir = join(folder, name)
  mkdirSync(dataDir, { recursive: true })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = Bun.spawn([process.execPath, SERVER_MAIN, kind, ...libraries], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      OCTAVO_HOST: '127.0.0.1',
      OCTAVO_DATA_DIR: dataDir,
      OCTAVO_RATE_LIMIT_ENABLED: 'false',
      OCTAVO_SETUP_OPEN: 'true',
      OCTAVO_WATCH_ENABLED: 'false',
      ...(kind === 'serve' ? { OCTAVO_PORT: String(port) } : { OCTAVO_WORKER_HEALTH_PORT: String(port) }),
      ...env,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let log = ''
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) log += decoder.decode(chunk, { stream: true })
  }
  void collect(child.stdout)
  void collect(child.stderr)
  const program: Program = {
    url,
    dataDir,
    child,
    log: () => log,
    stop: async () => {
      child.kill('SIGTERM')
      return child.exited
    },
    kill: async () => {
      child.kill('SIGKILL')
      await child.exited
    },
  }
  const deadline = Date.now() + START_LIMIT_MS
  while (!(await lives(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await program.kill()
      throw new Error(`${kind} did not start (exit code ${child.exitCode}). It wrote:\n${log}`)
    }
    await Bun.sleep(50)
  }
  return program
}

async function lives(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}
