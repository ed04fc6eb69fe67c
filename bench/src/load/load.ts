import { join } from 'node:path'
import { LOAD_CORE, onCore } from '../machine/cores'
import type { LoadJob, LoadReport } from './load.protocol'

/** The process that asks. */
export interface Load {
  run(job: LoadJob): Promise<LoadReport>
  stop(): Promise<void>
}

export function startLoad(): Load {
  let resolveNext: ((answer: LoadReport | { failure: string }) => void) | null = null
  const child = Bun.spawn(onCore(LOAD_CORE, [process.execPath, join(import.meta.dir, 'load-main.ts')]), {
    stdio: ['ignore', 'inherit', 'inherit'],
    serialization: 'json',
    ipc: message => resolveNext?.(message as LoadReport | { failure: string }),
    onExit: (_, code) => resolveNext?.({ failure: `The load process ended with code ${code}` }),
  })
  return {
    async run(job) {
      const { promise, resolve } = Promise.withResolvers<LoadReport | { failure: string }>()
      resolveNext = resolve
      child.send(job)
      const answer = await promise
      resolveNext = null
      if ('failure' in answer) throw new Error(answer.failure)
      return answer
    },
    async stop() {
      resolveNext = null
      child.kill()
      await child.exited
    },
  }
}
