import { join } from 'node:path'
import { ROOT } from './paths'
import { SERVER_MAIN } from './server-main'

/** A running program of ours: its output, its end, and signals to it. */
export interface OctavoProcess {
  readonly pid: number
  /** Resolves to its exit code, after any kind of end. */
  readonly exited: Promise<number>
  readonly isRunning: () => boolean
  /** Everything it has written so far. */
  readonly log: () => string
  readonly signal: (name: NodeJS.Signals) => void
  /** Asks it to stop, and kills it if it does not. */
  readonly end: () => Promise<void>
}

const STOP_LIMIT_MS = 15_000
const START_LIMIT_MS = 30_000

export interface SpawnOptions {
  /** A program with arguments that runs ours, such as `setpriv --reuid=65534`. */
  readonly through?: readonly string[]
  /** The checkout whose server runs; this one unless given. */
  readonly root?: string
  /** The file to start instead of this checkout's server, such as a copy of it. */
  readonly main?: string | undefined
}

/** Starts `octavo ARGS` with the given settings and none of the person's own. */
export function spawnOctavo(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { through = [], root = ROOT, main }: SpawnOptions = {},
): OctavoProcess {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('OCTAVO_')))
  const started = main ?? (root === ROOT ? SERVER_MAIN : join(root, 'server/src/main.ts'))
  const child = Bun.spawn([...through, process.execPath, started, ...args], {
    cwd: root,
    // As scripts/server-env.mjs gives it to everybody's server.
    env: { UV_THREADPOOL_SIZE: '32', ...inherited, ...env },
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
  return {
    pid: child.pid,
    exited: child.exited,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    log: () => log,
    signal: name => child.kill(name),
    end: async () => {
      child.kill('SIGTERM')
      const patience = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
      await child.exited
      clearTimeout(patience)
    },
  }
}

/** Waits until the server at `url` answers. If it ends or takes too long, the error contains its output. */
export async function untilServes(running: OctavoProcess, url: string, limitMs = START_LIMIT_MS): Promise<void> {
  const deadline = Date.now() + limitMs
  while (!(await answers(url))) {
    if (!running.isRunning() || Date.now() > deadline) {
      const still = running.isRunning()
      await running.end()
      const code = still ? 'it still ran' : `exit code ${await running.exited}`
      throw new Error(`The server did not start (${code}). It wrote:\n${running.log()}`)
    }
    await Bun.sleep(25)
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}
