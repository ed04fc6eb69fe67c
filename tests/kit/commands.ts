import { join } from 'node:path'
import { ROOT } from './paths'

export const MAIN = join(ROOT, 'server/src/main.ts')

export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Text for standard input. */
  readonly input?: string
}

/** Runs the real program in a folder, which is its home too, with these settings alone. */
export function commandsIn(folder: string): (args: readonly string[], options?: RunOptions) => Promise<Outcome> {
  return async (args, { env, input = '' } = {}) => {
    const child = Bun.spawn([process.execPath, MAIN, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, ...env },
      stdin: new Blob([input]),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [out, err, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ])
    return { code, out, err }
  }
}
