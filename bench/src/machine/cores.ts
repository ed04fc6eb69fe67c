import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

/** The server has a core of its own, and what loads it another one. */
export const SERVER_CORE = 0
export const LOAD_CORE = 1

const CAN_PIN = availableParallelism() > 1 && Bun.which('taskset') !== null

/** The command on one core where that is possible; null leaves it free. */
export function onCore(core: number | null, command: readonly string[]): string[] {
  return core === null || !CAN_PIN ? [...command] : ['taskset', '-c', String(core), ...command]
}

/** One line on what the figures were measured. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  const load = loadavg()[0]?.toFixed(1)
  const pinned = CAN_PIN ? `server on core ${SERVER_CORE}, load on core ${LOAD_CORE}` : 'not pinned to cores'
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${availableParallelism()} x ${model}, ${memory} GB, Bun ${Bun.version}, ${pinned}, load average ${load} at the start`
}
