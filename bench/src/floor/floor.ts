import { join } from 'node:path'
import { onCore, SERVER_CORE } from '../machine/cores'
import type { FloorAnswer } from './floor.protocol'

/** The process that does as little as possible for the same answers. */
export interface Floor {
  readonly pid: number
  readonly port: number
  /** Prepares the answers, used in turn, and returns their path. */
  prepare(answers: readonly FloorAnswer[]): Promise<string>
  stop(): Promise<void>
}

export async function startFloor(): Promise<Floor> {
  let resolveNext: ((message: { port: number }) => void) | null = null
  const next = () =>
    new Promise<{ port: number }>(resolve => {
      resolveNext = resolve
    })
  const first = next()
  const child = Bun.spawn(onCore(SERVER_CORE, [process.execPath, join(import.meta.dir, 'floor-main.ts')]), {
    stdio: ['ignore', 'inherit', 'inherit'],
    serialization: 'json',
    ipc: message => resolveNext?.(message as { port: number }),
  })
  const { port } = await first
  let names = 0
  return {
    pid: child.pid,
    port,
    async prepare(answers) {
      const name = `/floor/${names++}`
      const ready = next()
      child.send({ name, answers })
      await ready
      return name
    },
    async stop() {
      child.kill()
      await child.exited
    },
  }
}

const SET_BY_THE_RUNTIME = new Set(['content-length', 'date', 'connection', 'keep-alive', 'transfer-encoding'])

/** Headers of a real answer that the floor sends too. */
export function floorHeaders(response: Response): Record<string, string> {
  return Object.fromEntries([...response.headers].filter(([name]) => !SET_BY_THE_RUNTIME.has(name)))
}
