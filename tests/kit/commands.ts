import { SERVER_MAIN } from './server-main'

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
    const child = Bun.spawn([process.execPath, SERVER_MAIN, ...args], {
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

/** Runs a command in a folder and kills it (SIGKILL) when its output contains these words. @throws if it ends before */
export async function killedAt(
  words: string,
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = Bun.spawn([process.execPath, SERVER_MAIN, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...env },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  let text = ''
  for await (const chunk of child.stderr) {
    text += Buffer.from(chunk).toString()
    if (text.includes(words)) child.kill('SIGKILL')
  }
  await child.exited
  if (child.signalCode !== 'SIGKILL') throw new Error(`octavo ${args[0]} was not killed at "${words}": ${text}`)
}
