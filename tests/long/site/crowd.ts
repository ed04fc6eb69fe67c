import { join } from 'node:path'
import { until } from '../../kit/client'
import type { Standing } from './crowd-process'

/** Many connections, opened by a separate process. */
export interface Crowd {
  readonly standing: () => Standing
  /** Waits until there are so many. */
  readonly untilOpen: (count: number, seconds?: number) => Promise<void>
  /** Ends the process; the kernel closes its connections. */
  readonly leave: () => Promise<void>
}

export interface CrowdOptions {
  readonly kind: 'streams' | 'halves' | 'drips' | 'idle'
  readonly host: string
  readonly port: number
  readonly token: string
  readonly count: number
  /** The book whose progress the slow bodies are for. */
  readonly book?: string
  /** The network namespace it is in; this one unless given. */
  readonly network?: string
}

export function startCrowd({ kind, host, port, token, count, book = '', network }: CrowdOptions): Crowd {
  const through = network ? ['ip', 'netns', 'exec', network] : []
  const program = join(import.meta.dir, 'crowd-process.ts')
  const child = Bun.spawn(
    [...through, process.execPath, program, kind, host, String(port), token, String(count), book],
    { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' },
  )
  let last: Standing = { open: 0, ended: 0, messages: 0 }
  void follow()

  async function follow(): Promise<void> {
    let rest = ''
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      const line = lines.at(-1)
      if (line) last = JSON.parse(line) as Standing
    }
  }

  return {
    standing: () => last,
    untilOpen: async (wanted, seconds = 90) => {
      await until(
        async () => last,
        ({ open }) => open >= wanted,
        seconds,
      )
    },
    leave: async () => {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}
